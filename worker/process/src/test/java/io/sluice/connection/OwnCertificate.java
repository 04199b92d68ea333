package io.sluice.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate that signs itself, and its key, as files in PEM: made by the JDK's keytool. */
public record OwnCertificate(Path certificate, Path key) {
  private static final String PASSWORD = "changeit";

  public static OwnCertificate of(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=dns:" + name,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool: " + output);
    }
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      made.load(in, PASSWORD.toCharArray());
    }
    return new OwnCertificate(
        pem(folder.resolve(name + ".crt"), "CERTIFICATE", made.getCertificate("own").getEncoded()),
        pem(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            made.getKey("own", PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path pem(Path file, String kind, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, text));
  }
}
