//! Makes the authority of a fleet and the certificate of its server.

use anyhow::Result;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use referee_output::failure::machine;

/// Certificates and their keys, in PEM.
pub(super) struct FleetCertificates {
    pub(super) ca: String,
    pub(super) ca_key: String,
    pub(super) server: String,
    pub(super) server_key: String,
}

/// Makes an authority, and a certificate of a server with these names and numeric addresses.
pub(super) fn make(hosts: &[String]) -> Result<FleetCertificates> {
    let key = KeyPair::generate().map_err(machine)?;
    let mut authority = CertificateParams::default();
    let name = &mut authority.distinguished_name;
    name.push(DnType::CommonName, "authority of a referee fleet");
    authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let ca = authority.self_signed(&key).map_err(machine)?.pem();
    let ca_key = key.serialize_pem();
    let issuer = Issuer::new(authority, key);
    let server_key = KeyPair::generate().map_err(machine)?;
    let mut server = CertificateParams::new(hosts).map_err(machine)?;
    let name = &mut server.distinguished_name;
    name.push(DnType::CommonName, "server of a referee fleet");
    server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let server = server.signed_by(&server_key, &issuer).map_err(machine)?;
    Ok(FleetCertificates {
        ca,
        ca_key,
        server: server.pem(),
        server_key: server_key.serialize_pem(),
    })
}
