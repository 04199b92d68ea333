import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/** Writes the certificates of a PEM file as a trust store of Java. */
final class TrustStore {
  private TrustStore() {}

  public static void main(String... arguments) throws IOException, GeneralSecurityException {
    // Of the two formats the one that is read without deriving a key.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(Path.of(arguments[0]))) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("ca-" + store.size(), one);
      }
    }
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[1]))) {
      store.store(out, "changeit".toCharArray());
    }
  }
}
