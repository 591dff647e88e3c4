from reasoningbank.cli import main

raise SystemExit(main())
