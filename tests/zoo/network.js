// tries: the network as Node has it: net, http, dgram, dns, servers, unix sockets
// must:  every call fails; it plays on
// expect: held
// off: escapes
const dgram = require("dgram");
const net = require("net");
const { denied, play, target, within } = require("./zoo");

const event = (emitter, name) =>
  within(500, new Promise((yes, no) => emitter.on(name, yes).on("error", no)));

async function hello() {
  await denied("a connection", () => event(net.connect(+target("tcp4"), "127.0.0.1"), "connect"));
  await denied("IPv6", () => event(net.connect(+target("tcp6"), "::1"), "connect"));
  await denied("a unix socket", () => event(net.connect(target("socket")), "connect"));
  await denied("a server", () => event(net.createServer().listen(0), "listening"));
  await denied("a request", () => fetch(`http://127.0.0.1:${target("tcp4")}/network.js`, { signal: AbortSignal.timeout(500) }));
  await denied("a datagram", () => within(500, new Promise((yes, no) => {
    const socket = dgram.createSocket("udp4").on("error", no);
    socket.send("network.js", +target("udp4"), "127.0.0.1", (error) => (error ? no(error) : yes()));
  })));
}

play({ hello });
