"""A thief of files.

tries: to read and list what is others': bots' sources, the run's database, its tournament file, the
       user's home, passwords
must:  none can be read, none is seen in a folder; it plays on
expect: held
off: escapes
"""
import glob
import os
from zoo import denied, escaped, play, target


def read(path):
    with open(path, "rb") as file:
        return file.read(1)


def attack():
    for key in ("secret_bot", "secret_ssh", "secret_tmp", "secret_var", "secret_shm", "database", "tournament"):
        path = target(key)
        if path:
            denied(f"{key}, {path}", read, path)
    for path in ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/root/.ssh/id_rsa", "/root/.bash_history",
                 "/var/log/syslog", "/proc/kcore", "/etc/ssh/ssh_host_rsa_key", "/boot/grub/grub.cfg"):
        if os.path.exists(path):
            denied(path, read, path)
    for folder in (target("folder"), target("home"), "/root", "/var/spool", "/boot", "/tmp"):
        for name in glob.glob(folder + "/*") if folder else []:
            if ("zoo" in name or folder != "/tmp") and not os.getcwd().startswith(name):
                escaped(f"sees {name}")
                break


play(attack)
