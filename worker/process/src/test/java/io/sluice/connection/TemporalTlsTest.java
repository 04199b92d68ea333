package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.sluice.process.TemporalCheck;
import io.sluice.rollout.lifecycle.HubName;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceImplBase;
import io.temporal.envconfig.ClientConfigTLS;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connects by TLS with a server that wants a client certificate and looks at the API key. */
class TemporalTlsTest {
  @TempDir private Path folder;

  private final Map<String, String> environment = new HashMap<>();
  private final AtomicReference<String> authorization = new AtomicReference<>();
  private OwnCertificate clientOwn;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    OwnCertificate serverOwn = OwnCertificate.of(folder, "temporal.example.com");
    clientOwn = OwnCertificate.of(folder, "sluice");
    SslContext ssl =
        GrpcSslContexts.forServer(serverOwn.certificate().toFile(), serverOwn.key().toFile())
            .trustManager(clientOwn.certificate().toFile())
            .clientAuth(ClientAuth.REQUIRE)
            .build();
    server =
        NettyServerBuilder.forPort(0)
            .sslContext(ssl)
            .addService(
                new WorkflowServiceImplBase() {
                  @Override
                  public void getSystemInfo(
                      GetSystemInfoRequest request,
                      io.grpc.stub.StreamObserver<GetSystemInfoResponse> answer) {
                    answer.onNext(GetSystemInfoResponse.getDefaultInstance());
                    answer.onCompleted();
                  }
                })
            .intercept(
                new ServerInterceptor() {
                  @Override
                  public <Q, A> ServerCall.Listener<Q> interceptCall(
                      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
                    authorization.set(
                        headers.get(
                            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)));
                    return next.startCall(call, headers);
                  }
                })
            .build()
            .start();
    Path profile = Files.writeString(folder.resolve("temporal.toml"), "[profile.default]\n");
    environment.put("TEMPORAL_CONFIG_FILE", profile.toString());
    copy(serverOwn.certificate(), "ca.crt");
    copy(clientOwn.certificate(), "tls.crt");
    copy(clientOwn.key(), "tls.key");
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
  }

  @Test
  void theFilesAndTheServerNameOfTheSettingsAreUsed() throws Exception {
    Path key = Files.writeString(folder.resolve("api-key"), "secret\n");
    check(settings(Optional.of(key), "temporal.example.com"));
    assertThat(authorization).hasValue("Bearer secret");
  }

  @Test
  void anotherServerNameIsRefused() {
    assertThatThrownBy(() -> check(settings(Optional.empty(), "elsewhere.example.com")))
        .hasMessageContaining("certificate is not for this address");
  }

  @Test
  void aReplacedClientCertificateIsUsedForTheNextConnection() throws Exception {
    OwnCertificate former = OwnCertificate.of(folder, "former");
    copy(former.certificate(), "tls.crt");
    copy(former.key(), "tls.key");
    ReloadedTls tls =
        ReloadedTls.of(
                ClientConfigTLS.newBuilder()
                    .setServerCACertPath(folder.resolve("ca.crt").toString())
                    .setClientCertPath(folder.resolve("tls.crt").toString())
                    .setClientKeyPath(folder.resolve("tls.key").toString())
                    .build())
            .orElseThrow();
    SslContext context = tls.context();
    assertThatThrownBy(() -> check(context)).isInstanceOf(IllegalStateException.class);

    Files.delete(folder.resolve("tls.crt"));
    tls.reload();
    copy(clientOwn.certificate(), "tls.crt");
    copy(clientOwn.key(), "tls.key");
    tls.reload();
    check(context);
  }

  private TemporalSettings settings(Optional<Path> apiKey, String serverName) {
    return new TemporalSettings(
        Optional.of("127.0.0.1:" + server.getPort()),
        Optional.empty(),
        HubName.DEFAULT,
        Optional.empty(),
        apiKey,
        new TemporalSettings.Tls(
            Optional.empty(),
            Optional.of(folder.resolve("ca.crt")),
            Optional.of(folder.resolve("tls.crt")),
            Optional.of(folder.resolve("tls.key")),
            Optional.of(serverName)),
        Optional.empty());
  }

  private void check(TemporalSettings settings) {
    check(
        WorkflowServiceStubs.newServiceStubs(TemporalProfile.of(settings, environment).service()));
  }

  private void check(SslContext context) {
    check(
        WorkflowServiceStubs.newServiceStubs(
            io.temporal.serviceclient.WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:" + server.getPort())
                .setSslContext(context)
                .setChannelInitializer(channel -> channel.overrideAuthority("temporal.example.com"))
                .build()));
  }

  private static void check(WorkflowServiceStubs stubs) {
    try {
      new TemporalCheck(stubs).check();
    } finally {
      TemporalConnection.close(stubs);
    }
  }

  private void copy(Path from, String to) throws java.io.IOException {
    Files.copy(from, folder.resolve(to), StandardCopyOption.REPLACE_EXISTING);
  }
}
