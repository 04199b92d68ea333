package io.sluice.devservers;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks a server for its health; any kind of no answer means: not yet. */
final class HttpProbe {
  private static final int LIMIT_MILLIS = 2_000;

  private HttpProbe() {}

  static boolean answers(String address) {
    try {
      return ok((HttpURLConnection) URI.create(address).toURL().openConnection(Proxy.NO_PROXY));
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Trusts the given certificate only, which the server writes when it first starts. */
  static boolean answers(String address, Path certificate) {
    if (!Files.exists(certificate)) {
      return false;
    }
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection) URI.create(address).toURL().openConnection(Proxy.NO_PROXY);
      connection.setSSLSocketFactory(trusting(certificate).getSocketFactory());
      return ok(connection);
    } catch (IOException | GeneralSecurityException notYet) {
      return false;
    }
  }

  private static boolean ok(HttpURLConnection connection) throws IOException {
    connection.setConnectTimeout(LIMIT_MILLIS);
    connection.setReadTimeout(LIMIT_MILLIS);
    try {
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } finally {
      connection.disconnect();
    }
  }

  private static SSLContext trusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("server-" + number++, each);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
