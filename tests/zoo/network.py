"""The network as a student would use it.

tries: HTTP, a name, a mail server's port and a web server of its own
must:  every call fails; it plays on
expect: held
off: escapes
"""
import http.server
import socket
import urllib.request
from zoo import denied, play, target


def attack():
    denied("a connection", lambda: socket.create_connection(("127.0.0.1", int(target("tcp4"))), 1))
    denied("a request", lambda: urllib.request.urlopen("http://127.0.0.1:" + target("tcp4") + "/network.py", timeout=0.3))
    denied("a server", lambda: http.server.HTTPServer(("", 0), http.server.SimpleHTTPRequestHandler))
    denied("a datagram", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(target("udp4")))))
    denied("interfaces", lambda: socket.if_nametoindex("eth0") and socket.socket(socket.AF_INET6))


play(attack)
