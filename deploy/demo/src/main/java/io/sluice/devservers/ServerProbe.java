package io.sluice.devservers;

import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
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
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks each server whether it is ready; any kind of failure means: not yet. */
final class ServerProbe {
  private static final int LIMIT_MILLIS = 2_000;

  private final DataFolder folder;
  private final Ports ports;

  ServerProbe(DataFolder folder, Ports ports) {
    this.folder = folder;
    this.ports = ports;
  }

  boolean ready(Program program) {
    try {
      return switch (program) {
        case ETCD -> ok("http://127.0.0.1:%d/health".formatted(ports.etcd()));
        case KUBE_APISERVER ->
            ok("https://127.0.0.1:%d/readyz".formatted(ports.api()), folder.certificate());
        case KUBE_CONTROLLER_MANAGER ->
            ok(
                "https://127.0.0.1:%d/healthz".formatted(ports.controllerManager()),
                folder.controllerManagerCertificate());
        case TEMPORAL ->
            temporalAnswers(ports.temporal()) && ok("http://127.0.0.1:%d".formatted(ports.ui()));
        case KUBECTL, HELM, PROMTOOL -> throw program.noServer();
      };
    } catch (IOException | GeneralSecurityException notYet) {
      return false;
    }
  }

  private static boolean ok(String address) throws IOException {
    return ok((HttpURLConnection) URI.create(address).toURL().openConnection(Proxy.NO_PROXY));
  }

  /** Trusts the given certificate only, which the server writes when it first starts. */
  private static boolean ok(String address, Path certificate)
      throws IOException, GeneralSecurityException {
    if (!Files.exists(certificate)) {
      return false;
    }
    HttpsURLConnection connection =
        (HttpsURLConnection) URI.create(address).toURL().openConnection(Proxy.NO_PROXY);
    connection.setSSLSocketFactory(contextTrusting(certificate).getSocketFactory());
    return ok(connection);
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

  private static SSLContext contextTrusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("server-" + trusted.size(), each);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Asks on the bare channel: the stubs would retry for longer than a probe may take. */
  private static boolean temporalAnswers(int port) {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + port).build());
    try {
      WorkflowServiceGrpc.newBlockingStub(stubs.getRawChannel())
          .withDeadlineAfter(1, TimeUnit.SECONDS)
          .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
      return true;
    } catch (StatusRuntimeException notYet) {
      return false;
    } finally {
      stubs.shutdownNow();
      stubs.awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
