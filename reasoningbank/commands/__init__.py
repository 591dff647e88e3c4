"""The commands of `rb`, one module each: HELP, OVERRIDES, arguments(parser), run(given, overrides).

OVERRIDES says whether what argparse does not know is Hydra's. Modules import nothing heavy at their top,
so that help comes at once. A package can bring its own through the entry points `reasoningbank.commands`.
"""
