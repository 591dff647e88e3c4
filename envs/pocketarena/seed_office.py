"""The rows that only the back office shows. Called by `seed.build`, after everything else is there."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from envs.pocketarena.data.office import OFFERS
from envs.pocketarena.data.world import World


def seed_office(world: World) -> None:
    _pending_reviews(world)
    _vouchers(world)
    _notes(world)
    _stock_alerts(world)


def _model(app: str, name: str) -> Any:
    from oscar.core.loading import get_model

    return get_model(app, name)


def _pending_reviews(world: World) -> None:
    review_model = _model("reviews", "ProductReview")
    made = review_model.objects.bulk_create(
        review_model(
            product_id=r.product_id,
            score=r.score,
            title=r.title,
            body=r.body,
            name=r.author,
            email="reviewer@example.com",
            status=review_model.FOR_MODERATION,
        )
        for r in world.pending_reviews
    )
    for row, review in zip(made, world.pending_reviews, strict=True):
        row.date_created = review.date
    review_model.objects.bulk_update(made, ["date_created"])


def _vouchers(world: World) -> None:
    everything = _model("offer", "Range").objects.create(
        name="Everything", slug="everything", includes_all_products=True
    )
    condition = _model("offer", "Condition").objects.create(range=everything, type="Count", value=1)
    offers = {}
    for name, kind, amount in OFFERS:
        benefit = _model("offer", "Benefit").objects.create(range=everything, type=kind, value=amount)
        offers[name] = _model("offer", "ConditionalOffer").objects.create(
            name=name, offer_type="Voucher", condition=condition, benefit=benefit
        )
    for voucher in world.vouchers:
        row = _model("voucher", "Voucher").objects.create(
            name=voucher.name,
            code=voucher.code,
            usage=voucher.usage,
            start_datetime=voucher.start,
            end_datetime=voucher.end,
            num_basket_additions=voucher.added,
            num_orders=voucher.orders,
            total_discount=Decimal(voucher.discount_cents) / 100,
        )
        row.offers.add(offers[voucher.offer])


def _notes(world: World) -> None:
    orders = dict(_model("order", "Order").objects.values_list("number", "pk"))
    note_model = _model("order", "OrderNote")
    made = note_model.objects.bulk_create(
        note_model(order_id=orders[str(note.order.number)], user_id=1, note_type="Info", message=note.text)
        for note in world.notes
    )
    for row, note in zip(made, world.notes, strict=True):
        row.date_created = row.date_updated = note.date
    note_model.objects.bulk_update(made, ["date_created", "date_updated"])


def _stock_alerts(world: World) -> None:
    """An open alert for what is below its threshold, a closed one for some that were."""
    from envs.pocketarena.web.clock import TODAY

    records = dict(_model("partner", "StockRecord").objects.values_list("product_id", "pk"))
    alert_model = _model("partner", "StockAlert")
    rows, dates = [], []
    for product in world.products:
        threshold = world.thresholds.get(product.id)
        below = threshold is not None and product.stock < threshold
        if threshold is None or not (below or product.id % 7 == 0):
            continue
        status = alert_model.OPEN if below else alert_model.CLOSED
        rows.append(alert_model(stockrecord_id=records[product.id], threshold=threshold, status=status))
        dates.append(TODAY - timedelta(days=product.id % 60 + 1))
    made = alert_model.objects.bulk_create(rows)
    for row, date in zip(made, dates, strict=True):
        row.date_created = date
        row.date_closed = None if row.status == alert_model.OPEN else date + timedelta(days=1)
    alert_model.objects.bulk_update(made, ["date_created", "date_closed"])
