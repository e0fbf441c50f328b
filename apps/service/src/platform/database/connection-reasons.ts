/** Reasons and fixes for failed connections to a database server, by the error code of Node.js. They are the same for all servers. */
export const HOST_REASONS: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'the host does not respond. Check that it is reachable from here, and that no firewall blocks the port',
  EHOSTUNREACH: 'the host is not reachable. Check the network between this machine and the host',
  ENOTFOUND: 'the host name has no IP address. Correct the host name in the URL',
  EAI_AGAIN: 'the host name has no IP address. Correct the host name in the URL, or check the DNS of this machine',
};

/**
 * Returns the fixes for certificates that are refused, by the error code of Node.js.
 * @param addAuthority how to trust another certificate authority
 */
export function createCertificateFixes(addAuthority: string): Readonly<Record<string, string>> {
  return {
    ERR_TLS_CERT_ALTNAME_INVALID: 'Connect to a host name that the certificate of the server contains',
    CERT_HAS_EXPIRED: 'Renew the certificate of the server',
    DEPTH_ZERO_SELF_SIGNED_CERT: addAuthority,
    SELF_SIGNED_CERT_IN_CHAIN: addAuthority,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: addAuthority,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: addAuthority,
  };
}
