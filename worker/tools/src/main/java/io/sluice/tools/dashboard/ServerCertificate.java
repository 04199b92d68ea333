package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.internal.CertUtils;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.sluice.connection.ConnectionFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the certificate of a server and its key from files as a Secret of type kubernetes.io/tls
 * has them, and again after they were replaced.
 */
public final class ServerCertificate {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);

  private final Path certificate;
  private final Path key;
  private final AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();

  private ServerCertificate(Path certificate, Path key) {
    this.certificate = requireNonNull(certificate, "certificate is null");
    this.key = requireNonNull(key, "key is null");
  }

  /**
   * Reads both.
   *
   * @param certificate PEM, the server's first and those that signed it after it
   * @param key PEM, PKCS#1, PKCS#8 or SEC 1
   * @throws IllegalArgumentException with a message for the user
   */
  public static ServerCertificate read(Path certificate, Path key) {
    ServerCertificate read = new ServerCertificate(certificate, key);
    try {
      read.read();
      return read;
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new IllegalArgumentException(
          "Cannot serve HTTPS with %s and %s: they cannot be read (%s). Correct --tls-certificate and --tls-key."
              .formatted(certificate, key, ConnectionFailure.reason(e)),
          e);
    }
  }

  SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {keys}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has TLS", e);
    }
  }

  /** Reads both again, for new connections; while they are being replaced they may not fit. */
  void renew() {
    try {
      read();
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      LOG.warn(
          "Cannot read {} and {} again: {}. The last certificate is used.",
          certificate,
          key,
          ConnectionFailure.reason(e));
    }
  }

  private void read() throws IOException, GeneralSecurityException {
    List<X509Certificate> chain;
    try (InputStream in = Files.newInputStream(certificate)) {
      chain =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
    }
    if (chain.isEmpty()) {
      throw new GeneralSecurityException(certificate + " holds no certificate");
    }
    keys.updateIdentityCredentials(
        chain.toArray(X509Certificate[]::new), key(chain.get(0).getPublicKey().getAlgorithm()));
  }

  private PrivateKey key(String algorithm) throws IOException, GeneralSecurityException {
    char[] unused = "unused".toCharArray();
    try (InputStream first = Files.newInputStream(certificate);
        InputStream second = Files.newInputStream(key)) {
      KeyStore store = CertUtils.createKeyStore(first, second, algorithm, unused, null, unused);
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias) && store.getKey(alias, unused) instanceof PrivateKey found) {
          return found;
        }
      }
      throw new GeneralSecurityException(key + " holds no key");
    }
  }
}
