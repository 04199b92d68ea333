package io.sluice.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.sluice.hub.client.HubConnections;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Meets servers that are there, but not what the settings say. */
@Tag("nightly")
class ServerFailureTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir private Path folder;

  private HttpServer plain;
  private HttpsServer tls;
  private ServerSocket blunt;

  @BeforeEach
  void start() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    plain = HttpServer.create(any, 10);
    plain.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    plain.start();
    blunt = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::refuse, "blunt");
    thread.setDaemon(true);
    thread.start();
    tls = HttpsServer.create(any, 10);
    tls.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
    tls.start();
  }

  @AfterEach
  void stop() throws IOException {
    blunt.close();
    plain.stop(0);
    tls.stop(0);
  }

  /** Answers whatever is sent as web servers do that were not asked by HTTP. */
  private void refuse() {
    while (!blunt.isClosed()) {
      try (Socket client = blunt.accept()) {
        client.getInputStream().read(new byte[16]);
        client
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
        client.shutdownOutput();
        client.getInputStream().readAllBytes();
      } catch (IOException e) {
        // The client has given up, or the test is over.
        continue;
      }
    }
  }

  @Test
  void aWrongTokenIsSaid() {
    assertThatThrownBy(() -> checkHub("http", plain))
        .hasMessageEndingWith(
            "the token has expired or is not accepted. Renew the token or certificate in the"
                + " kubeconfig, or name another with --kubeconfig.");
  }

  @Test
  void anUnknownAuthorityIsSaid() {
    assertThatThrownBy(() -> checkHub("https", tls))
        .hasMessageStartingWith("Cannot reach the hub at https://127.0.0.1:")
        .hasMessageContaining("its certificate is signed by an authority that is unknown here. ");
  }

  @Test
  void aHubWithoutTlsIsSaid() {
    assertThatThrownBy(() -> checkHub("https://127.0.0.1:" + blunt.getLocalPort()))
        .hasMessageContaining(": it speaks no TLS. Write its address with http://.");
  }

  @Test
  void aNameWithoutAnAddressIsSaid() {
    assertThatThrownBy(() -> checkHub("http://no-such-host.invalid:6443"))
        .hasMessageContaining(": its name cannot be resolved. ");
  }

  @Test
  void aServerThatWantsTlsOnTemporalsPortIsSaid() {
    assertThatThrownBy(() -> checkTemporal(tls.getAddress().getPort(), false))
        .hasMessageStartingWith("Cannot reach Temporal at 127.0.0.1:")
        .hasMessageContaining(
            ": what listens there does not speak plain gRPC: it wants TLS, or is another server. ")
        .hasMessageNotContaining("Hex dump");
  }

  @Test
  void aWebServerOnTemporalsPortIsSaid() {
    assertThatThrownBy(() -> checkTemporal(plain.getAddress().getPort(), false))
        .hasMessageContaining(
            ": what listens there does not speak plain gRPC: it wants TLS, or is another server. ");
  }

  @Test
  void aTemporalWithoutTlsIsSaid() {
    assertThatThrownBy(() -> checkTemporal(blunt.getLocalPort(), true))
        .hasMessageContaining(": it speaks no TLS. Turn TLS off; an API key turns it on.");
  }

  @Test
  void aTemporalOfAnUnknownAuthorityIsSaid() {
    assertThatThrownBy(() -> checkTemporal(tls.getAddress().getPort(), true))
        .hasMessageContaining(": its certificate is signed by an authority that is unknown here. ")
        .hasMessageContaining("server_ca_cert_path");
  }

  private static void checkHub(String scheme, HttpServer server) {
    checkHub("%s://127.0.0.1:%d".formatted(scheme, server.getAddress().getPort()));
  }

  private static void checkHub(String url) {
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(url).build();
    try (HubConnections hub = HubConnections.of(config)) {
      new HubCheck(hub.requests()).check();
    }
  }

  private static void checkTemporal(int port, boolean https) {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:" + port)
                .setEnableHttps(https)
                .build());
    try {
      new TemporalCheck(stubs).check();
    } finally {
      stubs.shutdownNow();
    }
  }

  private SSLContext selfSigned() throws Exception {
    Path file = folder.resolve("keys.p12");
    keytool(file);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance("SunX509");
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static void keytool(Path file) throws IOException, InterruptedException {
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "hub",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hub",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    made.getInputStream().readAllBytes();
    assertThat(made.waitFor()).isZero();
  }
}
