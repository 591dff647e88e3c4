"""A scripted backbone for the shop: it knows tasks only by what a model would be shown."""

from envs.pocketarena.policy.policy import ShopPolicy

__all__ = ["ShopPolicy"]
