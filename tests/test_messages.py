"""Messages: what code sends and waits for, by library, and who gets what in a set."""

from __future__ import annotations

import pytest

from core.boundaries import message_relations
from core.extract.outgoing import constants_of, outgoing_messages, passed_on
from core.extract.outgoing.systems import SYSTEMS, systems_of
from core.model.boundary import BoundarySide, PlacedMessage
from core.model.outgoing import Message

RUBY = {
    'require "bunny"\nx = channel.topic("news", durable: true)\nx.publish(body, routing_key: "a.b")': "sends amqp /news/a.b",
    'require "bunny"\nq = channel.queue("mails")\nq.subscribe(block: true) { |_, _, body| go(body) }': "receives amqp mails/…/",
    'require "bunny"\nx = Bunny::Exchange.new(c, :topic, "n")\nch.queue("q").bind(x, routing_key: "*.b")': "binds amqp q/n/*.b",
    'Hutch.publish("order.paid", id: 1)': "sends amqp /hutch/order.paid",
    'class A\n  include Hutch::Consumer\n  consume "order.*"\nend': "receives amqp /hutch/order.*",
    '# sneakers\nclass A\n  from_queue "logs", exchange: "ex", routing_key: "x"\nend': "receives amqp logs/ex/x",
    'Karafka.producer.produce_async(topic: "orders", payload: x)': "sends kafka orders",
    "# karafka\nTOPIC = 'orders'\nkafka.deliver_message(body, topic: TOPIC)": "sends kafka orders",
    'class A < Racecar::Consumer\n  subscribes_to "orders"\nend': "receives kafka orders",
    "# karafka\ntopic :orders do\n  consumer OrdersConsumer\nend": "receives kafka orders -> OrdersConsumer",
    'Sidekiq::Client.push("class" => "Billing::Job", "queue" => "low", "args" => [])': "sends sidekiq Billing::Job",
    'ActiveSupport::Notifications.instrument("paid.order", id: 1) { }': "sends event paid.order",
    'ActiveSupport::Notifications.subscribe("paid.order", PaidHandler.new)': "receives event paid.order -> PaidHandler",
    'redis.publish("room:#{id}", body)': "sends redis room:…",
    '# SQS\nsqs.send_message(queue_url: "https://sqs.eu.amazonaws.com/1/orders", body: x)': "sends sqs orders",
    "Spree::Bus.publish :order_paid, order: self": "sends bus order_paid",
    "class A\n  include Omnes::Subscriber\n  handle :order_paid,\n"
    "    with: :tell\n\n  def tell(e)\n  end\nend": "receives bus order_paid -> tell",
    'X = ENV.fetch("TOPIC", "orders")\nproducer.produce(body, topic: X) # ruby-kafka': "sends kafka orders",
}
PYTHON = {
    'import pika\nchannel.basic_publish(exchange="", routing_key="mails", body=b)': "sends amqp //mails",
    'import pika\nchannel.basic_consume(queue="mails", on_message_callback=self.on_mail)': "receives amqp mails/…/ -> on_mail",
    'import pika\nchannel.queue_bind(exchange="news", queue="mails", routing_key="*.a")': "binds amqp mails/news/*.a",
    'import aio_pika\nx = await channel.declare_exchange("n")\nawait x.publish(m, routing_key="a.b")': "sends amqp /n/a.b",
    'from kombu import Queue\nq = Queue("mails", exchange=Exchange("news"), routing_key="a")': "binds amqp mails/news/a",
    'from kafka import KafkaProducer\nTOPIC = "orders"\nproducer.send(TOPIC, b"x")': "sends kafka orders",
    'from confluent_kafka import Consumer\nconsumer.subscribe(["orders"])': "receives kafka orders",
    'from celery import Celery\napp.send_task("billing.pay", args=[1])': "sends celery billing.pay",
    'from celery import shared_task\n@shared_task(name="billing.pay")\ndef pay(): pass': "receives celery billing.pay",
    '# sqs\nqueue = sqs.get_queue_by_name(QueueName="orders")\nqueue.send_message(MessageBody="x")': "sends sqs orders",
    'import redis\npubsub.subscribe("news")': "receives redis news",
    'import nats\nasync def f():\n    await nc.subscribe("orders.*", cb=on_order)': "receives nats orders.* -> on_order",
    'import os, kafka\nT = os.getenv("TOPIC", "orders")\nproducer.send(T, b"x")': "sends kafka orders",
}
SCRIPT = {
    "import { Kafka } from 'kafkajs'\nawait producer.send({ topic: 'orders', messages: [] })": "sends kafka orders",
    "import { Kafka } from 'kafkajs'\nawait consumer.subscribe({ topics: ['orders'] })": "receives kafka orders",
    "const amqp = require('amqplib')\nchannel.publish('news', 'a.b', Buffer.from(x))": "sends amqp /news/a.b",
    "const amqp = require('amqplib')\nchannel.sendToQueue('mails', Buffer.from(x))": "sends amqp //mails",
    "const amqp = require('amqplib')\nchannel.consume('mails', onMail)": "receives amqp mails/…/ -> onMail",
    "const amqp = require('amqplib')\nchannel.bindQueue('mails', 'news', '*.a')": "binds amqp mails/news/*.a",
    "import { SQSClient } from 'sqs'\nc.send(new SendMessageCommand({ QueueUrl: 'https://a/1/orders' }))": "sends sqs orders",
    "import { createClient } from 'redis'\nawait client.publish('news', x)": "sends redis news",
    "class A {\n  @EventPattern('order.paid')\n  async paid(data) { }\n}": "receives nats order.paid",
    "import { Queue } from 'bullmq'\nconst q = new Queue('mails')": "sends bull mails",
    "import { Worker } from 'bullmq'\nnew Worker('mails', work)": "receives bull mails -> work",
    "class A {\n  constructor(private eventEmitter: EventEmitter2) {}\n"
    "  go() { this.eventEmitter.emit('order.paid', 1) }\n}": "sends bus order.paid",
    "class A {\n  @OnEvent('order.paid')\n  paid(event) { }\n}": "receives bus order.paid",
    "// EventBus\neventBus.on('order.paid', onPaid)": "receives bus order.paid -> onPaid",
    "const T = process.env.TOPIC || 'orders'\nproducer.send({ topic: T, messages }) // kafkajs": "sends kafka orders",
}
OTHERS = {
    ("java", 'class A { static final String T = "orders"; @KafkaListener(topics = {T}) void m() {} }'): "receives kafka orders",
    ("java", 'class A { @RabbitListener(queues = "mails") void m(String s) { } }'): "receives amqp mails/…/",
    ("java", 'class A { void m() { rabbitTemplate.convertAndSend("news", "a.b", x); } }'): "sends amqp /news/a.b",
    ("java", 'class A { void m() { kafkaTemplate.send("orders", x); } }'): "sends kafka orders",
    ("go", 'package a\nfunc f() { w := &kafka.Writer{Topic: "orders"}; _ = w }'): "sends kafka orders",
    ("go", 'package a // amqp\nfunc f() { ch.PublishWithContext(c, "news", "a.b", false, false, m) }'): "sends amqp /news/a.b",
    ("go", 'package a // nats\nfunc f() { nc.Subscribe("orders.>", onOrder) }'): "receives nats orders.> -> onOrder",
    ("csharp", 'class A { void M() { // Kafka\n consumer.Subscribe(Get("K") ?? "orders"); } }'): "receives kafka orders",
}  # fmt: skip
CASES = [
    *((f"a.{end}", language, text, told)
      for end, language, table in (("rb", "ruby", RUBY), ("py", "python", PYTHON), ("ts", "typescript", SCRIPT))
      for text, told in table.items()),
    *((f"A.{language}", language, text, told) for (language, text), told in OTHERS.items()),
]  # fmt: skip


def said(one: Message) -> str:
    where = f"{one.name}/{one.exchange}/{one.key}" if one.system == "amqp" else one.name
    return f"{one.role} {one.system} {where}{f' -> {one.handler}' if one.handler else ''}"


@pytest.mark.parametrize(("path", "language", "text", "told"), CASES)
def test_libraries_are_read(path, language, text, told):
    assert told in [said(one) for one in outgoing_messages(path, language, text)]


def test_what_callers_give_is_looked_up_where_they_are():
    sender = "// kafkajs\nexport async function emit(topic, body) {\n  await producer.send({ topic, messages: [body] })\n}\n"
    (message,) = outgoing_messages("lib/emit.js", "javascript", sender)
    assert message.name == "$(emit,0,topic)"
    (call,) = passed_on(
        "a.js", "javascript", "import { emit } from './lib/emit'\n\nemit('orders', x)\n", "emit", [message.name]
    )
    assert (call.line, call.texts[message.name]) == (3, ["orders"])


def test_constants_of_other_files_are_references_until_their_file_is_read():
    (message,) = outgoing_messages("a.rb", "ruby", 'producer.produce(body, topic: Topics::ORDERS) # "ruby-kafka"')
    assert message.name == "$Topics::ORDERS"
    assert constants_of("b.rb", "ruby", 'module Topics\n  ORDERS = "orders".freeze\nend\n', "ORDERS") == ["orders"]


@pytest.mark.parametrize(("language", "text"), [
    ("ruby", "kafka.deliver_message(body, topic: ENV['ORDERS_TOPIC'])"),
    ("ruby", "# karafka\ntopic ENV.fetch('ORDERS_TOPIC') do\n  consumer OrdersConsumer\nend"),
    ("python", "import os, kafka\nproducer.send(os.environ['ORDERS_TOPIC'], b'x')"),
    ("python", "import os, kafka\nproducer.send(os.getenv('ORDERS_TOPIC'), b'x')"),
    ("typescript", "// kafkajs\nconst T = process.env.ORDERS_TOPIC\nproducer.send({ topic: T, messages })"),
])  # fmt: skip
def test_a_variable_of_the_environment_is_a_name_by_itself(language, text):
    assert [one.name for one in outgoing_messages("a", language, text)] == ["$ENV.ORDERS_TOPIC"]


def test_a_constant_of_unknown_value_is_one_within_a_repository_alone():
    sender = placed("a", "method:S", Message("sends", "kafka", "$ENV.ORDERS_TOPIC", 1))
    assert pairs(sender, placed("a", "class:R", Message("receives", "kafka", "$ENV.ORDERS_TOPIC", 1))) == {
        ("a//method:S", "a//class:R")
    }
    assert pairs(sender, placed("b", "class:R", Message("receives", "kafka", "$ENV.ORDERS_TOPIC", 1))) == set()
    assert pairs(sender, placed("a", "class:R", Message("receives", "kafka", "$ENV.BILLS_TOPIC", 1))) == set()
    assert pairs(sender, placed("a", "class:R", Message("receives", "kafka", "…", 1))) == set()
    local = placed("a", "method:S", Message("sends", "kafka", "$self.topic", 1))
    assert pairs(local, placed("a", "class:R", Message("receives", "kafka", "$self.topic", 1))) == set()


def test_settings_bind_queues_and_those_of_tests_do_not():
    text = (
        "production:\n  exchange: <%= ENV['X'] || 'news' %>\n  queues:\n    - name: mails\n      routing_key: '*.major'\n"
        "      processor: mail_processor\ntest:\n  exchange: other\n"
    )
    assert [said(one) for one in outgoing_messages("config/rabbitmq.yml", "yaml", text)] == [
        "names amqp /news/", "binds amqp mails/news/*.major -> mail_processor",
    ]  # fmt: skip


def placed(repository: str, unit: str, message: Message) -> PlacedMessage:
    return PlacedMessage(message, repository, f"{repository}/a.rb", f"{repository}//{unit}")


def pairs(*found: PlacedMessage) -> set[tuple[str, str]]:
    names = sorted({one.repository for one in found})
    sides = [BoundarySide(name, messages=[one for one in found if one.repository == name]) for name in names]
    return {(one.source, one.target) for one in message_relations(sides)}


@pytest.mark.parametrize(("key", "pattern", "fits"), [
    ("news.major", "*.major", True), ("news.major", "*.minor", False), ("a.b.c", "*.*", False), ("a", "a.#", True),
    ("a.b.c", "a.#", True), ("….major", "news.*", True), ("….major", "*.minor", False), ("…", "*.minor", True),
])  # fmt: skip
def test_a_message_goes_through_the_queues_that_are_bound_with_a_pattern_that_fits(key, pattern, fits):
    sender = placed("cms", "method:A#send", Message("sends", "amqp", "", 3, "news", key))
    bound = placed("mail", "rake_task:queues", Message("binds", "amqp", "mails", 5, "news", pattern))
    reader = placed("mail", "method:B#run", Message("receives", "amqp", "mails", 9))
    assert pairs(sender, bound, reader) == ({("cms//method:A#send", "mail//method:B#run")} if fits else set())
    assert pairs(sender, bound) == ({("cms//method:A#send", "mail//rake_task:queues")} if fits else set())


def test_the_exchange_of_the_settings_is_that_of_code_that_tells_none():
    sender = placed("cms", "method:A#send", Message("sends", "amqp", "", 3, key="a.b"))
    settings = placed("cms", "file:config", Message("names", "amqp", "", 3, "news"))
    reader = placed("mail", "class:B", Message("receives", "amqp", "", 9, "news", "a.*"))
    assert pairs(sender, reader) == set()
    assert pairs(sender, settings, reader) == {("cms//method:A#send", "mail//class:B")}


def test_topics_meet_by_name_within_one_system_and_mean_nothing_without_letters():
    sender = placed("a", "method:S", Message("sends", "kafka", "orders", 1))
    assert pairs(sender, placed("b", "class:R", Message("receives", "kafka", "orders", 1))) == {("a//method:S", "b//class:R")}
    assert pairs(sender, placed("b", "class:R", Message("receives", "redis", "orders", 1))) == set()
    assert pairs(sender, placed("b", "class:R", Message("receives", "kafka", "…", 1))) == set()
    opened = placed("a", "method:S", Message("sends", "redis", "room:…", 1))
    assert pairs(opened, placed("b", "class:R", Message("receives", "redis", "room:*", 1))) == {("a//method:S", "b//class:R")}


def test_a_licence_that_speaks_of_redistribution_speaks_of_no_system() -> None:
    assert not systems_of("# You can redistribute it. Redistributions keep this notice.\n")
    for text in ("require 'redis'", "aioredis", "Redis.new", "$redis", "redisClient"):
        assert systems_of(text) == {"redis"}


def test_what_the_words_of_a_system_are_found_in_is_looked_at() -> None:
    said = {
        "amqp": "Bunny AMQP RabbitMQ Hutch Sneakers pika kombu messageQueue message_queue exchange",
        "kafka": "Kafka Karafka Racecar WaterDrop Sarama faust", "sqs": "sqs Sqs SQS Shoryuken", "sns": "sns Sns SNS",
        "redis": "redis Redis REDIS valkey", "nats": "nats JetStream EventPattern MessagePattern ClientProxy",
        "sidekiq": "Sidekiq::Client Resque", "celery": "send_task Celery shared_task", "bull": "bull bullmq",
        "event": "ActiveSupport::Notifications", "bus": "Omnes Bus.publish OnEvent EventEmitter2 eventBus event_bus",
    }  # fmt: skip
    assert said.keys() <= SYSTEMS.keys()
    for system, words in said.items():
        for word in words.split():
            assert system in systems_of(word), word
