"""How libraries send messages and wait for them: one row for each way to write it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.extract.outgoing.sites import DESCRIBED

Spec = tuple[int | str, ...]
"""Where a value stands: the number of an argument or the name of a keyword, the first that is there; `<` is what the receiver
was made with, `=` before a text is that text, `&` before a name is what a call of this name in the block is given."""

DEFAULT: Spec = ("=",)  # the exchange without a name: the routing key is the name of a queue


@dataclass(frozen=True, slots=True)
class Way:
    """One way to send or to wait: the names of the call, what it is called on, and where name, exchange, key and handler stand.

    `receiver` is looked for in the code that the call is made on, all in small letters; of an empty one there must be none.
    `family` is a language, empty for all; there are `least` to `most` arguments. `made` is what the receiver must come from, an
    exchange or a queue, and `needs` a keyword that must be given.
    """

    system: str
    role: str
    methods: frozenset[str]
    receiver: re.Pattern[str] | None
    name: Spec = ()
    exchange: Spec = ()
    key: Spec = ()
    handler: Spec = ()
    family: str = ""
    least: int = 0
    most: int = 99
    made: str = ""
    needs: str = ""


def _way(system: str, role: str, methods: str, receiver: str | None = None, **more: object) -> Way:
    pattern = None if receiver is None else re.compile(receiver)
    return Way(system, role, frozenset(methods.split()), pattern, **more)  # type: ignore[arg-type]


DECLARES: Mapping[str, tuple[str, Spec]] = {
    **dict.fromkeys(("topic", "direct", "fanout", "headers", "exchange", "declare_exchange", "assertExchange", "get_exchange"),
                    ("exchange", (0, "name"))),
    **dict.fromkeys(("queue", "declare_queue", "assertQueue", "Queue", "get_queue", "queue_declare", "QueueDeclare"),
                    ("queue", ("queue", 0, "name"))),
    "default_exchange": ("exchange", DEFAULT),
    "Exchange": ("exchange", ("name", 0)),
    "get_queue_by_name": ("queue", ("QueueName",)),
    "Topic": ("topic", (0,)),
}  # fmt: skip
"""What makes an exchange or a queue, and where its name stands."""

_CHANNEL = r"(?:^|[._@])(?:ch|channel|chan|amqp\w*|rabbit\w*)\w*(?:\(\))?$|channel"
_PRODUCER = r"producer|kafka|publisher|waterdrop|client"
_CONSUMER = r"consumer|kafka|subscriber|reader"
_REDIS = r"redis|pubsub|pub\b|sub\b|publisher|subscriber|client|\br$|conn|valkey"
_BUS = r"(?:^|::|[._#])(?:event_?)?bus$|event_?(?:bus|emitter)\d?$"
_JOBS = r"(?:jobs?|queues?|inngest|agenda|boss|scheduler|tasks?)(?:_?(?:client|service|runner|manager))?$"
_NATS = r"nats|\bnc$|\bjs$|client|conn|stream|proxy"

WAYS: tuple[Way, ...] = (
    # AMQP
    _way("amqp", "sends", "publish", r"", made="exchange", exchange=("<",), key=("routing_key", "routingKey")),
    _way("amqp", "sends", "publish", r"", made="queue", exchange=DEFAULT, key=("<",)),
    _way("amqp", "sends", "publish", r"(?:^|[._@])(?:default_exchange|exchange|exch|ex|x)$", exchange=("=…",),
         key=("routing_key", "routingKey")),
    _way("amqp", "sends", "basic_publish", r"", family="ruby", exchange=(1,), key=(2,)),
    _way("amqp", "sends", "basic_publish basicPublish", r"", exchange=("exchange", 0), key=("routing_key", 1)),
    _way("amqp", "sends", "publish", _CHANNEL, family="javascript", exchange=(0,), key=(1,), least=3),
    _way("amqp", "sends", "Publish", _CHANNEL, family="go", exchange=(0,), key=(1,), least=4),
    _way("amqp", "sends", "PublishWithContext", _CHANNEL, exchange=(1,), key=(2,), least=4),
    _way("amqp", "sends", "sendToQueue", r"", exchange=DEFAULT, key=(0,)),
    _way("amqp", "sends", "publish", r"hutch$", exchange=("=hutch",), key=(0,)),
    _way("amqp", "sends", "publish", r"sneakers", exchange=("exchange", "=sneakers"), key=("to_queue", "routing_key")),
    _way("amqp", "sends", "publish", r"producer", family="python", exchange=("exchange",), key=("routing_key",),
         needs="routing_key"),
    _way("amqp", "sends", "convertAndSend", r"rabbit|amqp|template", exchange=(0,), key=(1,), least=3),
    _way("amqp", "sends", "convertAndSend", r"rabbit|amqp|template", exchange=DEFAULT, key=(0,), least=2, most=2),
    _way("amqp", "receives", "subscribe pop consume iterator each", r"", made="queue", name=("<",), handler=(0,)),
    _way("amqp", "receives", "basic_consume basicConsume", r"", name=("queue", 0), handler=("on_message_callback", 1)),
    _way("amqp", "receives", "setQueueNames setQueues", r"", name=(0,)),
    _way("amqp", "sends", "BasicPublish BasicPublishAsync", r"", exchange=("exchange", 0), key=("routingKey", 1)),
    _way("amqp", "receives", "BasicConsume BasicConsumeAsync", r"", name=("queue", 0)),
    _way("amqp", "receives", "consume Consume", _CHANNEL, name=(0,), handler=(1,)),
    _way("amqp", "receives", "from_queue", None, family="ruby", name=(0,), exchange=("exchange",), key=("routing_key",)),
    _way("amqp", "receives", "consume", None, family="ruby", exchange=("=hutch",), key=(0,)),
    _way("amqp", "receives", "new", r"(?:consumer|subscriber|listener)$", family="ruby", name=("queue_name", "queue"),
         handler=("processor", "handler", "worker", "consumer")),
    _way("amqp", "receives", "RabbitListener", None, name=("queues", "queuesToDeclare", 0)),
    _way("amqp", "receives", "Consumer", r"", family="python", name=("queues", "queue"), handler=("callbacks", "on_message")),
    _way("amqp", "binds", "bind", r"", made="queue", name=("<",), exchange=(0, "exchange"),
         key=("routing_key", "routingKey", 1)),
    _way("amqp", "binds", "queue_bind queueBind", r"", family="python", name=("queue", 0), exchange=("exchange", 1),
         key=("routing_key", 2)),
    _way("amqp", "binds", "QueueBind QueueBindAsync", r"", family="csharp", name=("queue", 0), exchange=("exchange", 1),
         key=("routingKey", 2)),
    _way("amqp", "binds", "bindQueue queueBind", r"", name=(0,), exchange=(1,), key=(2,)),
    _way("amqp", "binds", "QueueBind", r"", family="go", name=(0,), key=(1,), exchange=(2,)),
    _way("amqp", "binds", "Queue", None, family="python", name=("name", 0), exchange=("exchange", 1), key=("routing_key", 2),
         least=1),
    # Kafka
    _way("kafka", "sends", "produce_async produce_sync produce_many_async produce_many_sync produce deliver_message "
         "deliver_message! delay_produce", _PRODUCER, name=("topic", 0), family="ruby"),
    _way("kafka", "sends", "send send_and_wait produce", _PRODUCER, name=("topic", 0), family="python"),
    _way("kafka", "sends", "send sendBatch", _PRODUCER, name=("topic",), family="javascript"),
    _way("kafka", "sends", "produce", _PRODUCER, name=(0,), family="javascript"),
    _way("kafka", "sends", "send", r"kafka|template|producer", name=(0,), family="jvm", least=2),
    _way("kafka", "sends", "Produce ProduceAsync", _PRODUCER, name=(0,), family="csharp"),
    _way("kafka", "receives", "Subscribe", _CONSUMER, name=(0,), family="csharp"),
    _way("kafka", "sends", "ProducerRecord", None, name=(0,)),
    _way("kafka", "sends", "ProducerMessage Writer WriterConfig", r"sarama|kafka", name=("Topic",), family="go"),
    _way("kafka", "receives", "subscribe", _CONSUMER, name=("topic", "topics", 0)),
    _way("kafka", "receives", "each_message", r"kafka|consumer", name=("topic",), family="ruby"),
    _way("kafka", "receives", "subscribes_to", None, name=(0,), family="ruby"),
    _way("kafka", "receives", "topic", None, name=(0,), handler=("&consumer",), family="ruby"),
    _way("kafka", "receives", "KafkaConsumer AIOKafkaConsumer", None, name=(0,), family="python"),
    _way("kafka", "receives", "KafkaListener", None, name=("topics", 0)),
    _way("kafka", "receives", "ReaderConfig", r"kafka", name=("Topic", "GroupTopics"), family="go"),
    # Amazon
    _way("sqs", "sends", "send_message send_message_batch sendMessage sendMessageBatch SendMessage", r"",
         name=("queue_url", "QueueUrl", "<")),
    _way("sqs", "sends", "SendMessageCommand SendMessageBatchCommand", None, name=("QueueUrl",)),
    _way("sqs", "receives", "receive_message receiveMessage receive_messages ReceiveMessage", r"",
         name=("queue_url", "QueueUrl", "<")),
    _way("sqs", "receives", "ReceiveMessageCommand", None, name=("QueueUrl",)),
    _way("sqs", "receives", "shoryuken_options", None, name=("queue",), family="ruby"),
    _way("sqs", "receives", "SqsListener", None, name=("value", "queueNames", 0)),
    _way("sns", "sends", "publish Publish", r"sns|topic", name=("topic_arn", "TopicArn")),
    _way("sns", "sends", "PublishCommand", None, name=("TopicArn",)),
    # Redis
    _way("redis", "sends", "publish Publish", _REDIS, name=(0,), least=2),
    _way("redis", "sends", "xadd xAdd", _REDIS, name=(0,)),
    _way("redis", "receives", "subscribe psubscribe pSubscribe", _REDIS, name=(0,), handler=(1,)),
    _way("redis", "receives", "Subscribe PSubscribe", _REDIS, name=(1,), family="go"),
    # NATS and the messages of Nest
    _way("nats", "sends", "publish Publish request", _NATS, name=(0,), least=1),
    _way("nats", "sends", "emit send", r"client|proxy", name=(0,), least=2, family="javascript"),
    _way("nats", "receives", "subscribe Subscribe QueueSubscribe", _NATS, name=(0,), handler=("cb", 1)),
    _way("nats", "receives", "EventPattern MessagePattern", None, name=(0,)),
    # Jobs by name
    _way("sidekiq", "sends", "push push_bulk", r"sidekiq::client", name=("class",), family="ruby"),
    _way("sidekiq", "sends", "enqueue_to", r"resque|sidekiq", name=(1,), family="ruby"),
    _way("celery", "sends", "send_task", r"", name=("name", 0), family="python"),
    _way("celery", "sends", "signature", r"app|celery", name=(0,), family="python"),
    _way("celery", "receives", "task shared_task", r"", name=("name",), family="python"),
    _way("celery", "receives", "shared_task", None, name=("name",), family="python"),
    _way("bull", "sends", "Queue", None, name=(0,), family="javascript"),
    _way("bull", "receives", "Worker", None, name=(0,), handler=(1,), family="javascript"),
    _way("job", "sends", "triggerJob trigger enqueue dispatch add addJob send sendEvent schedule now every", _JOBS,
         name=("name", 0), family="javascript"),
    _way("job", "receives", "createFunction", r"inngest", name=("event", "id"), handler=(2, 1), family="javascript"),
    _way("job", "receives", "process define work consume registerHandler", _JOBS, name=(0, "name"), handler=("handler", 2, 1),
         family="javascript", least=2),
    _way("job", "receives", "task", None, name=("id",), handler=("run",), family="javascript", needs="run"),
    _way("job", "receives", "Process", None, name=(0, "name"), family="javascript", least=1),
    _way("job", "receives", DESCRIBED, None, name=("id", "name"), handler=("handler",), family="javascript"),
    # Events inside of a process
    _way("event", "sends", "instrument", r"notifications$", name=(0,), family="ruby"),
    _way("event", "receives", "subscribe monotonic_subscribe", r"notifications$", name=(0,), handler=(1,), family="ruby"),
    _way("bus", "sends", "publish", _BUS, name=(0,), family="ruby"),
    _way("bus", "receives", "subscribe", _BUS, name=(0,), handler=("with", 1), family="ruby"),
    _way("bus", "receives", "handle", None, name=(0,), handler=("with",), family="ruby"),
    _way("bus", "sends", "emit emitAsync publish", _BUS, name=(0,), family="javascript"),
    _way("bus", "receives", "on once addListener subscribe", _BUS, name=(0,), handler=(1,), family="javascript", least=2),
    _way("bus", "receives", "OnEvent", None, name=(0,), family="javascript"),
)  # fmt: skip
"""All ways, of two that fit the more special one first."""
