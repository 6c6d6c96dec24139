"""What the zoo's attacks aim at: run outside of the jail, it notices whatever reaches it.

    python3 canary.py zoo-canary TAG SECRET FOLDER LEFT

Prints the targets, a line each (`tcp4 35001`), then a dot. At the end of its input it prints what it
noticed, a line each, and removes what it made and what bots left under names of LEFT.
"""

import ctypes
import os
import selectors
import signal
import socket
import sys

TAG, SECRET, FOLDER, LEFT = sys.argv[2:6]
libc = ctypes.CDLL(None, use_errno=True)
KEY = 0x20000000 + int(TAG, 16) % 0x1000000 * 16
events = []
files = []
listening = selectors.DefaultSelector()


def tell(key, value):
    print(key, value)


def listen(key, family, kind, address, told=None):
    try:
        listener = socket.socket(family, kind)
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen(64)
    except OSError:
        return
    listener.setblocking(False)
    listening.register(listener, selectors.EVENT_READ, key)
    tell(key, told or listener.getsockname()[1])


def noticed(listener, key):
    try:
        if listener.type == socket.SOCK_STREAM:
            peer, _ = listener.accept()
            peer.settimeout(0.05)
            events.append(f"{key} was reached")
            peer.close()
        else:
            events.append(f"{key} got {listener.recv(100)!r}")
    except OSError:
        events.append(f"{key} was touched")


def secret_file(key, path):
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(f"{SECRET}\n")
        os.chmod(path, 0o644)
    except OSError:
        return
    files.append(path)
    tell(key, path)


def unix(key, path):
    listen(key, socket.AF_UNIX, socket.SOCK_STREAM, path, path)
    if os.path.exists(path):
        os.chmod(path, 0o777)
        files.append(path)


def system_v():
    libc.shmget(KEY, 4096, 0o1666)
    libc.semget(KEY, 1, 0o1666)
    libc.msgget(KEY, 0o1666)
    tell("sysv", KEY)
    tell("leave", KEY + 1)


def open_all():
    tell("canary", os.getpid())
    listen("tcp4", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
    listen("tcp6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0))
    listen("udp4", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
    listen("udp6", socket.AF_INET6, socket.SOCK_DGRAM, ("::1", 0))
    listen("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0zoo-{TAG}", f"zoo-{TAG}")
    unix("socket", f"/tmp/zoo-{TAG}.sock")
    unix("docker", f"/run/zoo-{TAG}.sock")
    listen("vsock", socket.AF_VSOCK, socket.SOCK_STREAM, (socket.VMADDR_CID_ANY, 1024 + KEY % 60000), 1024 + KEY % 60000)
    secret_file("secret_ssh", f"{FOLDER}/home/.ssh/id_rsa")
    secret_file("secret_bot", f"{FOLDER}/rival/bot.py")
    secret_file("secret_tmp", f"/tmp/zoo-{TAG}.txt")
    secret_file("secret_var", f"/var/tmp/zoo-{TAG}.txt")
    secret_file("secret_shm", f"/dev/shm/zoo-{TAG}.txt")
    tell("shm", f"zoo-{TAG}.txt")
    tell("folder", f"{FOLDER}/rival")
    system_v()
    libc.mq_open(f"/zoo-{TAG}".encode(), os.O_CREAT | os.O_RDWR, 0o666, None)
    tell("mq", f"/zoo-{TAG}")


def left():
    """What bots left in the kernel; removed."""
    for key in range(KEY + 1, KEY + 9):
        for kind, find, end in (("memory", libc.shmget(key, 0, 0), libc.shmctl),
                                ("a queue", libc.msgget(key, 0), libc.msgctl)):
            if find != -1:
                events.append(f"System V: {kind} is left")
                end(find, 0, None)
        semaphores = libc.semget(key, 0, 0)
        if semaphores != -1:
            events.append("System V: semaphores are left")
            libc.semctl(semaphores, 0, 0)
    if libc.mq_unlink(f"/{LEFT}".encode()) == 0:
        events.append("a POSIX queue is left")
    with open("/proc/net/unix") as table:
        if f"@{LEFT}" in table.read():
            events.append("an abstract socket is left")
    for place in ("/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev", "/root", "/opt", "/home", "/mnt", "/etc", "/usr/local",
                  "/var/lock", "/var/cache", FOLDER, f"{FOLDER}/home", f"{FOLDER}/rival"):
        try:
            names = [name for name in os.listdir(place) if name.startswith(LEFT)]
        except OSError:
            continue
        for name in names:
            events.append(f"{place}/{name} is left")
            os.unlink(os.path.join(place, name))


def remove_all():
    libc.shmctl(libc.shmget(KEY, 0, 0), 0, None)
    libc.semctl(libc.semget(KEY, 0, 0), 0, 0)
    libc.msgctl(libc.msgget(KEY, 0), 0, None)
    libc.mq_unlink(f"/zoo-{TAG}".encode())
    for path in files:
        try:
            with open(path) if not path.endswith(".sock") else open("/dev/null") as file:
                if not path.endswith(".sock") and file.read() != f"{SECRET}\n":
                    events.append(f"{path} was changed")
        except OSError:
            events.append(f"{path} is gone")
        if os.path.exists(path):
            os.unlink(path)


signal.signal(signal.SIGURG, lambda *_: events.append("got a signal"))
open_all()
print(".", flush=True)
listening.register(sys.stdin, selectors.EVENT_READ, "stdin")
while True:
    ready = [key for key, _ in listening.select()]
    for key in ready:
        if key.data != "stdin":
            noticed(key.fileobj, key.data)
    if any(key.data == "stdin" for key in ready):
        break
left()
remove_all()
for event in sorted(set(events)):
    print(event)
