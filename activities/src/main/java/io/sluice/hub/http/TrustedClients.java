package io.sluice.hub.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Makes the HTTP clients of all requests: one for servers whose certificates the JVM trusts, and
 * one for each of the last authorities that Secrets named. They follow no redirects, and keep no
 * cookies.
 */
final class TrustedClients {
  private static final int MOST = 16;

  private final HttpClient usual = builder().build();
  private final Map<String, HttpClient> byAuthority =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, HttpClient> eldest) {
          return size() > MOST;
        }
      };

  /**
   * Returns a client.
   *
   * @param authority certificates in PEM: no other is trusted; absent: those of the JVM
   */
  synchronized HttpClient client(Optional<String> authority) {
    return authority
        .map(pem -> byAuthority.computeIfAbsent(pem, TrustedClients::trusting))
        .orElse(usual);
  }

  private static HttpClient.Builder builder() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER);
  }

  private static HttpClient trusting(String pem) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate found :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))) {
        store.setCertificateEntry("ca-" + number++, found);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return builder().sslContext(context).build();
    } catch (GeneralSecurityException | IOException e) {
      throw new NoAnswerException("ca.crt of the Secret holds no certificate in PEM");
    }
  }
}
