// tries: the network as Java has it: sockets, datagrams, channels, HTTP, servers, names
// must:  every call fails; it plays on
// expect: held
// off: escapes
import java.net.*;
import java.nio.channels.*;
import java.nio.file.Path;

class Network extends Zoo {
    @Override void hello() throws Exception {
        var local = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        var tcp = new InetSocketAddress(local, Integer.parseInt(target("tcp4")));
        var udp = new InetSocketAddress(local, Integer.parseInt(target("udp4")));
        denied("a socket", () -> { try (var s = new Socket()) { s.connect(tcp, 500); } return 0; });
        denied("a channel", () -> SocketChannel.open(tcp));
        denied("a server", () -> new ServerSocket(0));
        denied("a datagram", () -> { new DatagramSocket().send(new DatagramPacket(new byte[1], 1, udp)); return 0; });
        denied("a multicast socket", () -> new MulticastSocket(0));
        denied("HTTP", () -> new URL("http://127.0.0.1:" + tcp.getPort() + "/Network.java").openConnection().getInputStream().read());
        denied("a unix socket", () -> SocketChannel.open(UnixDomainSocketAddress.of(Path.of(target("socket")))));
    }

    public static void main(String[] arguments) throws Exception { new Network().play(); }
}
