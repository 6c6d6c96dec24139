//! Attacks on the guarantee that a bot has no network of any family.

use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::time::Duration;

use super::{ProbeResult, Targets, calls, reached};

const PATIENCE: Duration = Duration::from_secs(2);

/// Socket families that a machine may have without loading a kernel module.
const FAMILIES: [(&str, i32, i32); 6] = [
    ("netlink", libc::AF_NETLINK, libc::SOCK_RAW),
    ("packet", libc::AF_PACKET, libc::SOCK_RAW),
    ("raw IPv4", libc::AF_INET, libc::SOCK_RAW),
    ("IPv4", libc::AF_INET, libc::SOCK_STREAM),
    ("IPv6", libc::AF_INET6, libc::SOCK_DGRAM),
    ("vsock", libc::AF_VSOCK, libc::SOCK_STREAM),
];

pub fn tcp(targets: &Targets) -> ProbeResult {
    let connect = |to| reached(to, TcpStream::connect_timeout(to, PATIENCE));
    ProbeResult::of(targets.tcp.iter().map(connect))
}

pub fn udp(targets: &Targets) -> ProbeResult {
    let send = |to: &std::net::SocketAddr| {
        let any = if to.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
        let sent = UdpSocket::bind(any).and_then(|socket| socket.send_to(b"probe", to));
        reached(to, sent)
    };
    ProbeResult::of(targets.udp.iter().map(send))
}

pub fn listen(_: &Targets) -> ProbeResult {
    let listen = |at| reached(at, TcpListener::bind(at));
    ProbeResult::of(["0.0.0.0:0", "[::]:0"].map(listen))
}

pub fn families(_: &Targets) -> ProbeResult {
    let ask = |(name, family, kind)| reached(name, calls::socket(family, kind));
    ProbeResult::of(FAMILIES.map(ask))
}

pub fn unix_socket(targets: &Targets) -> ProbeResult {
    let path = &targets.socket;
    ProbeResult::of([reached(path.display(), UnixStream::connect(path))])
}

pub fn abstract_socket(targets: &Targets) -> ProbeResult {
    let address = SocketAddr::from_abstract_name(&targets.name);
    let connected = address.and_then(|address| UnixStream::connect_addr(&address));
    ProbeResult::of([reached(format!("@{}", targets.name), connected)])
}
