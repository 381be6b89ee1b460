; socket.on("add", async () => …), allow(User, "update", Document, (actor) => …): a statement that registers what runs later
(expression_statement (call_expression arguments: (arguments) @unit.listener))
