import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the certificates of a PEM file as a trust store of Java. The format is JKS, which is read
 * without deriving a key. It is written here: a KeyStore would put the time into each entry, and no
 * two would be the same.
 */
final class TrustStore {
  private static final String PASSWORD = "changeit";

  private TrustStore() {}

  public static void main(String... arguments) throws IOException, GeneralSecurityException {
    List<Certificate> certificates;
    try (InputStream pem = Files.newInputStream(Path.of(arguments[0]))) {
      certificates =
          new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(pem));
    }
    Files.write(Path.of(arguments[1]), store(certificates));
  }

  private static byte[] store(List<Certificate> certificates)
      throws IOException, GeneralSecurityException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xFEEDFEED);
    out.writeInt(2);
    out.writeInt(certificates.size());
    for (int i = 0; i < certificates.size(); i++) {
      byte[] encoded = certificates.get(i).getEncoded();
      // A certificate, its name and the time of the entry.
      out.writeInt(2);
      out.writeUTF("ca-" + i);
      out.writeLong(0);
      out.writeUTF("X.509");
      out.writeInt(encoded.length);
      out.write(encoded);
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    digest.update(PASSWORD.getBytes(StandardCharsets.UTF_16BE));
    digest.update("Mighty Aphrodite".getBytes(StandardCharsets.UTF_8));
    out.write(digest.digest(bytes.toByteArray()));
    return bytes.toByteArray();
  }
}
