package io.sluice.connection;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.temporal.envconfig.ClientConfigTLS;
import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads certificates and key for Temporal from their files, again every minute: a new connection
 * uses those that are there then. Files that cannot be read leave the last ones in place.
 */
final class ReloadedTls {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadedTls.class);
  private static final long EVERY_SECONDS = 60;
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "temporal-tls");
            thread.setDaemon(true);
            return thread;
          });

  private final ClientConfigTLS files;
  private final AdvancedTlsX509KeyManager key = new AdvancedTlsX509KeyManager();
  private final AdvancedTlsX509TrustManager authorities =
      AdvancedTlsX509TrustManager.newBuilder().build();

  private ReloadedTls(ClientConfigTLS files) throws GeneralSecurityException {
    this.files = files;
  }

  /**
   * Returns the files that TLS is to be made of; empty where the settings name none, or hold the
   * certificates themselves.
   */
  static Optional<ReloadedTls> of(ClientConfigTLS tls)
      throws GeneralSecurityException, IOException {
    boolean inline =
        tls.getServerCACertData() != null
            || tls.getClientCertData() != null
            || tls.getClientKeyData() != null;
    if (Boolean.TRUE.equals(tls.isDisabled())
        || Boolean.TRUE.equals(tls.isDisableHostVerification())
        || inline
        || (tls.getServerCACertPath() == null && tls.getClientCertPath() == null)) {
      return Optional.empty();
    }
    ReloadedTls read = new ReloadedTls(tls);
    read.read();
    return Optional.of(read);
  }

  /** Returns the context, whose files are read again from now on. */
  SslContext context() throws IOException {
    SslContextBuilder ssl = GrpcSslContexts.forClient();
    if (files.getServerCACertPath() != null) {
      ssl.trustManager(authorities);
    }
    if (files.getClientCertPath() != null) {
      ssl.keyManager(key);
    }
    TIMER.scheduleWithFixedDelay(this::reload, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    return ssl.build();
  }

  void reload() {
    try {
      read();
    } catch (IOException | GeneralSecurityException e) {
      // While files are being replaced, a certificate and its key may not fit for a moment.
      LOG.warn(
          "Cannot read the certificates for Temporal again: {}. The last ones are used.",
          ConnectionFailure.reason(e));
    }
  }

  private void read() throws IOException, GeneralSecurityException {
    if (files.getServerCACertPath() != null) {
      authorities.updateTrustCredentials(new File(files.getServerCACertPath()));
    }
    if (files.getClientCertPath() != null) {
      key.updateIdentityCredentials(
          new File(files.getClientCertPath()), new File(files.getClientKeyPath()));
    }
  }
}
