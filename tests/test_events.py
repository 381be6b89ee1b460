"""Who is told when something happens: listeners and handlers that frameworks find by the name or the class of an event."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from core import open_workbench
from core.extract.file_edit import SeenElsewhere
from core.extract.outgoing import model_saves, outgoing_messages
from core.extract.run import extract
from core.pipeline.indexing import index_checkout
from core.pipeline.own_messages import hold_against_messages, with_messages
from core.settings import ExtractSettings, read_settings
from tests.shared import checkout

RUBY = {
    "app/services/pay.rb": "class Pay\n  include Wisper::Publisher\n\n  def call(order)\n"
    "    ActiveSupport::Notifications.instrument('paid.orders', id: order.id)\n    broadcast(:order_paid, order)\n"
    "    broadcast(:ok)\n  end\nend\n",
    "app/services/refund.rb": "class Refund\n  include Wisper::Publisher\n\n  def call\n    broadcast(:ok)\n  end\nend\n",
    "lib/orders_log.rb": "class OrdersLog < ActiveSupport::LogSubscriber\n  attach_to :orders\n\n  def paid(event)\n"
    "  end\nend\n",
    "app/listeners/ledger.rb": "class Ledger\n  def order_paid(order)\n  end\n\n  def on_order_paid(order)\n  end\nend\n",
    "app/listeners/mailing.rb": "class Mailing\n  def book(order)\n  end\nend\n",
    "config/initializers/listeners.rb": "Wisper.subscribe(Ledger.new, prefix: true)\n"
    "Wisper.subscribe(Mailing.new, on: :order_paid, with: :book, scope: 'Pay')\n"
    "Wisper.subscribe(Unknown.new, on: :order_paid)\n",
    "app/controllers/payments_controller.rb": "class PaymentsController\n  def create\n    pay = Pay.new\n"
    "    pay.on(:ok) { head :ok }\n    pay.call(1)\n  end\n\n  def other\n    Refund.call(1) do\n"
    "      on(:ok) { head :ok }\n    end\n"
    "  end\nend\n",
}  # fmt: skip
HEARD_IN_RUBY = {
    ("Pay#call", "OrdersLog#paid", 5), ("Pay#call", "Ledger#on_order_paid", 6), ("Pay#call", "Mailing#book", 6),
    ("Pay#call", "PaymentsController#create", 7), ("Refund#call", "PaymentsController#other", 5),
}  # fmt: skip

DJANGO = {
    "manage.py": "import django\n",
    "shop/models.py": "from django.db import models\n\n\nclass Order(models.Model):\n    def close(self):\n"
    "        self.save()\n\n\n"
    "class Other(models.Model):\n    pass\n",
    "shop/signals.py": "from django.dispatch import Signal\n\norder_paid = Signal()\n",
    "shop/handlers.py": "from django.db.models import signals\nfrom django.dispatch import receiver\n"
    "from shop.models import Order\n\n\n"
    "@receiver([signals.post_save, signals.post_delete], sender=Order)\ndef index_order(sender, instance, **kwargs):\n"
    "    pass\n\n\n"
    "def tell(sender, **kwargs):\n    pass\n",
    "shop/apps.py": "from shop.handlers import tell\nfrom shop.signals import order_paid\n\n\n"
    "def ready():\n    order_paid.connect(tell)\n    order_paid.connect(unknown)\n",
    "shop/views.py": "from django.shortcuts import get_object_or_404\nfrom shop.models import Order, Other\n"
    "from shop.signals import order_paid\n"
    "\n\ndef create(request):\n    Order.objects.create(id=1)\n    Other.objects.create(id=1)\n\n\n"
    "def pay(request, pk):\n    found = get_object_or_404(Order, pk=pk)\n    found.save()\n"
    "    order_paid.send(sender=Order)\n\n\n"
    "def drop(order):\n    order.delete()\n\n\ndef rename(thing: Order):\n    thing.save()\n",
}  # fmt: skip
HEARD_IN_DJANGO = {
    ("shop.views.create", "shop.handlers.index_order", 7, "declared"),
    ("shop.views.pay", "shop.handlers.index_order", 13, "declared"),
    ("shop.views.pay", "shop.handlers.tell", 14, "declared"), ("shop.views.drop", "shop.handlers.index_order", 18, "inferred"),
    ("shop.views.rename", "shop.handlers.index_order", 22, "declared"),
    ("shop.models.Order.close", "shop.handlers.index_order", 6, "declared"),
}  # fmt: skip

SPRING = {
    "src/main/java/shop/Paid.java": "package shop;\n\npublic class Paid extends Happened {\n}\n",
    "src/main/java/shop/Happened.java": "package shop;\n\npublic abstract class Happened {\n}\n",
    "src/main/java/shop/Pay.java": "package shop;\n\nclass Pay {\n  void pay() {\n"
    "    publisher.publishEvent(new Paid(1));\n  }\n\n"
    "  void again(Paid event) {\n    publisher.publishEvent(event);\n  }\n}\n",
    "src/main/java/shop/Hear.java": "package shop;\n\nclass Hear implements ApplicationListener<Paid> {\n"
    "  @EventListener\n  public void all(Happened event) {\n  }\n\n  public void onApplicationEvent(Paid event) {\n  }\n}\n",
}  # fmt: skip
MEDIATOR = {
    "Shop/Api/Orders.cs": "namespace Shop.Api;\n\npublic class Orders\n{\n"
    "    public async Task Post(Create.Command command)\n    {\n"
    "        await _mediator.Send(command);\n        await _mediator.Publish(new Paid(1));\n"
    "        client.Send(new Paid(1));\n    }\n}\n",
    "Shop/Create.cs": "namespace Shop;\n\npublic class Create\n{\n    public record Command(int Id) : IRequest<int>;\n\n"
    "    public class Handler : IRequestHandler<Command, int>\n    {\n"
    "        public async Task<int> Handle(Command request)\n        {\n            return 1;\n        }\n    }\n}\n",
    "Shop/Paid.cs": "namespace Shop;\n\npublic record Paid(int Id) : INotification;\n",
    "Other/Paid.cs": "namespace Other;\n\npublic record Paid(int Id) : INotification;\n",
    "Shop/Tell.cs": "namespace Shop;\n\npublic class Tell : INotificationHandler<Paid>\n{\n"
    "    public Task Handle(Paid notification)\n"
    "    {\n        return null;\n    }\n}\n",
}  # fmt: skip
LARAVEL = {
    "app/Events/Paid.php": "<?php\nnamespace App\\Events;\n\nclass Paid\n{\n}\n",
    "app/Jobs/Book.php": "<?php\nnamespace App\\Jobs;\n\nclass Book implements ShouldQueue\n{\n"
    "    public function handle(): void\n    {\n    }\n}\n",
    "app/Listeners/Tell.php": "<?php\nnamespace App\\Listeners;\n\nuse App\\Events\\Paid;\n\nclass Tell\n{\n"
    "    public function handle(Paid $event): void\n    {\n    }\n\n    public function late($event)\n    {\n    }\n}\n",
    "app/Providers/Events.php": "<?php\nnamespace App\\Providers;\n\nclass Events\n{\n"
    "    protected $listen = [Paid::class => [Tell::class]];\n\n"
    "    public function boot()\n    {\n        Event::listen(Paid::class, [Tell::class, 'late']);\n    }\n}\n",
    "app/Services/Pay.php": "<?php\nnamespace App\\Services;\n\nclass Pay\n{\n    public function pay()\n    {\n"
    "        event(new Paid(1));\n"
    "        Book::dispatch(1);\n        $this->bus->dispatch(new Book(1));\n    }\n}\n",
}  # fmt: skip
KOTLIN = {
    "src/main/kotlin/Orders.kt": 'package shop\n\nval topic: String = System.getenv("TOPIC") ?: "orders"\n\nfun main() {\n'
    "    val consumer = KafkaConsumer<String, String>(props).apply {\n        subscribe(listOf(topic))\n    }\n}\n",
    "src/main/kotlin/Mails.kt": 'package shop\n\nclass Mails {\n    @KafkaListener(topics = ["mails", "orders"])\n'
    "    fun on(text: String) {\n    }\n\n    @EventListener\n    fun paid(event: Paid) {\n    }\n}\n",
    "src/main/kotlin/Pay.kt": 'package shop\n\nclass Paid(val id: Int)\n\n'
    'class Pay(val kafka: KafkaTemplate<String, String>) {\n'
    '    fun pay() {\n        kafka.send("orders", "x")\n        publisher.publishEvent(Paid(1))\n    }\n}\n',
}  # fmt: skip
PAYS = "App\\Services\\Pay::pay"


def heard(tmp_path, files: dict[str, str]) -> set[tuple[str, str, int, str]]:
    found, _ = with_messages(extract(checkout(tmp_path / "a", **files), ExtractSettings()))
    ends = {unit.key: unit.identifier for unit in found.units}
    sent = (one for one in found.relations if one.kind == "publishes")
    return {(ends[one.source], ends[one.target], one.line, one.certainty) for one in sent}


def test_methods_that_are_called_like_an_event_hear_it_of_its_publisher(tmp_path):
    assert {row[:3] for row in heard(tmp_path, RUBY)} == HEARD_IN_RUBY


def test_receivers_hear_signals_and_what_saves_and_deletes_their_models(tmp_path):
    assert heard(tmp_path, DJANGO) == HEARD_IN_DJANGO


@pytest.mark.parametrize(("files", "expected"), [
    (SPRING, {("shop.Pay.pay", "shop.Hear.all", 5), ("shop.Pay.pay", "shop.Hear.onApplicationEvent", 5),
              ("shop.Pay.again", "shop.Hear.all", 9), ("shop.Pay.again", "shop.Hear.onApplicationEvent", 9)}),
    (MEDIATOR, {("Shop.Api.Orders.Post", "Shop.Create.Handler.Handle", 7), ("Shop.Api.Orders.Post", "Shop.Tell.Handle", 8)}),
    (LARAVEL, {(PAYS, "App\\Listeners\\Tell::handle", 8), (PAYS, "App\\Listeners\\Tell::late", 8),
               (PAYS, "App\\Jobs\\Book::handle", 9), (PAYS, "App\\Jobs\\Book::handle", 10)}),
    (KOTLIN, {("shop.Pay.pay", "shop.main", 7), ("shop.Pay.pay", "shop.Mails.on", 7), ("shop.Pay.pay", "shop.Mails.paid", 8)}),
], ids=["spring", "mediator", "laravel", "kotlin"])  # fmt: skip
def test_handlers_hear_events_by_topic_or_class(tmp_path, files, expected):
    assert {row[:3] for row in heard(tmp_path, files)} == expected


def test_an_argument_without_a_value_is_no_reason_to_give_up():
    text = "class A { void M() { _mediator.Send(new X(), out var y, name: ); } }"
    assert isinstance(outgoing_messages("A.cs", "csharp", text), list)


@pytest.mark.parametrize(("files", "path", "text", "alone"), [
    (RUBY, "app/listeners/ledger.rb", "class Ledger\n  def paid\n  end\nend\n", False),
    (RUBY, "app/models/order.rb", "class Order\n  def paid\n  end\nend\n", True),
    (DJANGO, "shop/other.py", "def f(order):\n    order.save()\n", False),
    (SPRING, "src/main/java/shop/Late.java", "package shop;\n\nclass Late extends Paid {\n}\n", False),
], ids=["method", "other", "save", "heir"])  # fmt: skip
def test_an_edit_that_may_change_who_is_told_is_not_followed_by_itself(tmp_path, files, path, text, alone):
    _, kept = with_messages(extract(checkout(tmp_path / "a", **files), ExtractSettings()))
    language = {"rb": "ruby", "py": "python", "java": "java"}[path.rpartition(".")[2]]
    change = SimpleNamespace(path=path, text=text, new=SimpleNamespace(language=language))
    with nullcontext() if alone else pytest.raises(SeenElsewhere):
        hold_against_messages([change], kept)


def test_only_models_that_someone_waits_for_are_looked_for():
    assert model_saves("a.py", "def f():\n    Order.objects.create()\n", {"Other"}) == []
    assert {one.name for one in model_saves("a.py", "def f():\n    Order.objects.create()\n", {"Order"})} == {
        "pre_save",
        "post_save",
    }


def test_a_function_that_a_url_leads_to_is_told_step_by_step_with_who_is_told(tmp_path):
    files = {
        **DJANGO,
        "shop/urls.py": "from django.urls import path\nfrom shop import views\n\n"
        "urlpatterns = [path('orders/', views.create), path('orders/<int:pk>/', views.pay)]\n",
    }
    index_checkout(checkout(tmp_path / "a", **files), read_settings({"home": str(tmp_path)}), name="a", vectors=False)
    bench = open_workbench("a", settings={"home": str(tmp_path)})
    flow = bench.flow("/orders/<int:pk>/")
    assert [(step.kind, step.unit) for _, step in flow.walk() if "handlers" in step.unit] == [
        ("callback", "function:shop.handlers.index_order"), ("publish", "function:shop.handlers.tell"),
    ]  # fmt: skip
    assert not any(step.folded for _, step in flow.walk())  # they are heard at once
    assert "route:/orders/" in {chain.entry for chain in bench.reached_from("shop.handlers.index_order").chains}
