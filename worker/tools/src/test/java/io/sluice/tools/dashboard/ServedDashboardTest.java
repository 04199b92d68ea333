package io.sluice.tools.dashboard;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.connection.OwnCertificate;
import io.sluice.control.rollout.MovableClock;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ServedDashboardTest {
  private static final String ROLLOUT = "/api/rollouts/policies/policy-web-tls";
  private static final String APPROVAL = "{\"act\":\"approve\",\"group\":\"prod\"}";

  /** Ann may approve in policies, vic may look there; bob is elsewhere. */
  private static final String ANN = "token.of-ann";

  private static final String VIC = "token.of-vic";
  private static final String BOB = "token.of-bob";

  @TempDir private Path folder;

  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-05T10:00:00Z"));
  private final PageHub pages = new PageHub();
  private AuthenticatingHub hub;
  private ServedDashboard server;

  @BeforeEach
  void start() throws Exception {
    Map<String, Integer> groups = new LinkedHashMap<>();
    groups.put("dev", 5);
    groups.put("prod", 15);
    pages.fleet(groups);
    pages.policy("web-tls", "manualPerGroup");
    pages.rollout("web-tls", PageHub.waiting());
    for (String yaml :
        List.of(
            "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}",
            "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout, metadata:"
                + " {name: policy-checkout, namespace: shop}, spec: {}}")) {
      pages
          .client()
          .resource(Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class))
          .create();
    }
    hub = new AuthenticatingHub(pages.hub().url());
    hub.user(ANN, new AuthenticatingHub.User("ann", "policies", true));
    hub.user(VIC, new AuthenticatingHub.User("vic", "policies", false));
    hub.user(BOB, new AuthenticatingHub.User("bob", "shop", true));
    server = serve(Optional.empty());
  }

  private ServedDashboard serve(Optional<ServerCertificate> certificate) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(hub.url())
            .withOauthToken(AuthenticatingHub.OWN)
            .withRequestRetryBackoffLimit(0)
            .build();
    return ServedDashboard.start(
        config,
        new ServeSettings(
            "127.0.0.1",
            certificate,
            new DashboardSettings(
                0, List.of("policies", "shop"), "default", "Hub hub", Optional.empty())),
        clock);
  }

  @AfterEach
  void close() {
    hub.close();
    server.close();
    pages.close();
  }

  private String root() {
    return "http://127.0.0.1:" + server.address().getPort();
  }

  private SignedInBrowser signedIn(String token) {
    SignedInBrowser browser = new SignedInBrowser(root());
    assertThat(browser.signIn(token).statusCode()).isEqualTo(303);
    return browser;
  }

  @Test
  void whoHasNotSignedInSeesTheFormAlone() {
    SignedInBrowser stranger = new SignedInBrowser(root());

    HttpResponse<String> list = stranger.get("/");
    assertThat(list.statusCode()).isEqualTo(401);
    assertThat(list.body()).contains("action=\"./sign-in\"", "type=\"password\"");
    assertThat(list.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("form-action 'self'", "frame-ancestors 'none'", "script-src 'none'");
    assertThat(stranger.get("/rollouts/policies/policy-web-tls").body())
        .contains("action=\"../../sign-in\"")
        .doesNotContain("prod");
    assertThat(stranger.get(ROLLOUT).statusCode()).isEqualTo(401);
    assertThat(stranger.get("/api/events?of=" + ROLLOUT).statusCode()).isEqualTo(401);
    assertThat(stranger.ask(ROLLOUT + "/request", APPROVAL).statusCode()).isEqualTo(401);
    assertThat(stranger.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(hub.requests()).isEmpty();
  }

  @Test
  void eachPersonSeesTheirOwnNamespaceAlone() {
    SignedInBrowser ann = signedIn(ANN);
    SignedInBrowser bob = signedIn(BOB);

    await().until(() -> ann.get("/").body().contains("web-tls"));
    await().until(() -> bob.get("/").body().contains("checkout"));
    assertThat(ann.get("/").body()).doesNotContain("checkout", "bob");
    assertThat(bob.get("/").body()).doesNotContain("web-tls", "ann<");
    assertThat(ann.get(ROLLOUT).statusCode()).isEqualTo(200);
    assertThat(bob.get(ROLLOUT).statusCode()).isEqualTo(403);
    assertThat(bob.get("/rollouts/policies/policy-web-tls").body()).doesNotContain("prod");
  }

  /** What the process itself may do, it does for nobody. */
  @Test
  void allButTheReviewIsAskedWithTheTokenOfThePerson() {
    SignedInBrowser ann = signedIn(ANN);
    await().until(() -> ann.get("/").body().contains("web-tls"));

    HttpResponse<String> answer = ann.ask(ROLLOUT + "/request", APPROVAL);

    assertThat(answer.body()).contains("Approved group prod of policy policies/web-tls.");
    assertThat(hub.requests())
        .contains(
            ANN
                + " PATCH /apis/cluster.open-cluster-management.io/v1beta1/namespaces/policies"
                + "/rollouts/policy-web-tls")
        .filteredOn(request -> !request.startsWith(ANN + " "))
        .containsOnly(AuthenticatingHub.OWN + " POST /apis/authentication.k8s.io/v1/tokenreviews");
  }

  @Test
  void whoMayOnlyLookHasNoButtonAndIsRefusedByTheHub() {
    SignedInBrowser vic = signedIn(VIC);

    assertThat(vic.get(ROLLOUT).body())
        .contains("You may look at this rollout, not change it")
        .doesNotContain("data-act=");
    assertThat(vic.ask(ROLLOUT + "/request", APPROVAL).statusCode()).isEqualTo(403);
  }

  @Test
  void aFalseTokenLetsNobodyIn() {
    SignedInBrowser stranger = new SignedInBrowser(root());

    for (String token : List.of("guessed", "a b", "a\r\nX: y", "", "x".repeat(9_000))) {
      HttpResponse<String> answer = stranger.signIn(token);
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
      assertThat(answer.body()).contains("the hub does not accept this token");
    }
    assertThat(stranger.post("/sign-in", "token=%zz", Map.of()).statusCode()).isEqualTo(401);
    assertThat(stranger.get("/").statusCode()).isEqualTo(401);
    assertThat(server.sessions()).isZero();
    // The others are no tokens, and were not sent to the hub.
    assertThat(hub.requests()).hasSize(1);
  }

  @Test
  void aTokenThatIsValidNoMoreEndsTheSessionWithinAMinute() {
    SignedInBrowser ann = signedIn(ANN);
    SignedInBrowser bob = signedIn(BOB);
    await().until(() -> ann.get("/").body().contains("web-tls"));
    hub.revoke(ANN);

    clock.pass(Duration.ofSeconds(61));

    assertThat(ann.get("/").statusCode()).isEqualTo(401);
    assertThat(ann.get("/").body()).contains("sign-in").doesNotContain("web-tls");
    assertThat(bob.get("/").statusCode()).isEqualTo(200);
    assertThat(server.sessions()).isEqualTo(1);
    assertThat(hub.requests())
        .noneMatch(request -> request.startsWith(AuthenticatingHub.OWN + " GET"));
  }

  @Test
  void aSessionThatNobodyUsesEnds() {
    SignedInBrowser ann = signedIn(ANN);
    assertThat(ann.get("/").statusCode()).isEqualTo(200);

    clock.pass(Duration.ofMinutes(31));

    assertThat(ann.get("/").statusCode()).isEqualTo(401);
    assertThat(server.sessions()).isZero();
  }

  @Test
  void aPersonHasFourSessionsAtMost() {
    List<SignedInBrowser> browsers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      clock.pass(Duration.ofSeconds(1));
      browsers.add(signedIn(ANN));
    }

    assertThat(server.sessions()).isEqualTo(4);
    assertThat(browsers.get(1).get("/").statusCode()).isEqualTo(401);
    assertThat(browsers.get(5).get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void thereAre32SessionsAtMost() {
    for (int i = 0; i < 40; i++) {
      hub.user("token-" + i, new AuthenticatingHub.User("user-" + i, "shop", false));
      assertThat(signedIn("token-" + i).get("/").statusCode()).isEqualTo(200);
    }

    assertThat(server.sessions()).isEqualTo(32);
  }

  @Test
  void aRequestThatDoesNotComeFromAPageOfThePersonChangesNothing() {
    SignedInBrowser ann = signedIn(ANN);
    String guard = ann.guard().orElseThrow();
    String theirs = signedIn(ANN).guard().orElseThrow();
    String path = ROLLOUT + "/request";

    assertThat(ann.ask(path, APPROVAL, "none").statusCode()).isEqualTo(403);
    assertThat(ann.ask(path, APPROVAL, theirs).statusCode()).isEqualTo(403);
    for (Map<String, String> from :
        List.of(
            Map.of("Origin", "https://evil.example.com"),
            Map.of("Origin", "null"),
            Map.of("Sec-Fetch-Site", "cross-site"),
            Map.of("Sec-Fetch-Site", "same-site"))) {
      Map<String, String> headers = new LinkedHashMap<>(from);
      headers.put(SessionGuard.GUARD_HEADER, guard);
      assertThat(ann.post(path, APPROVAL, headers).statusCode()).as("%s", from).isEqualTo(403);
      assertThat(ann.post("/sign-in", "token=" + ANN, from).statusCode()).isEqualTo(403);
      assertThat(ann.post("/sign-out", "guard=" + guard, from).statusCode()).isEqualTo(403);
    }
    assertThat(ann.post("/sign-out", "guard=" + theirs, Map.of()).statusCode()).isEqualTo(403);
    assertThat(hub.requests()).noneMatch(request -> request.contains(" PATCH "));
    assertThat(ann.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void aLinkFromElsewhereMayBeFollowed() {
    SignedInBrowser ann =
        new SignedInBrowser(
            HttpClient.newHttpClient(),
            root(),
            Map.of("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"));

    assertThat(ann.get("/rollouts/policies/policy-web-tls").body()).contains("sign-in");
    assertThat(ann.signIn(ANN).statusCode()).isEqualTo(403);
  }

  @Test
  void whoSignsOutIsOut() {
    SignedInBrowser ann = signedIn(ANN);

    HttpResponse<String> out =
        ann.post("/sign-out", "guard=" + ann.guard().orElseThrow(), Map.of());

    assertThat(out.statusCode()).isEqualTo(303);
    assertThat(out.headers().firstValue("Set-Cookie").orElse("")).contains("Max-Age=0");
    assertThat(ann.get("/").statusCode()).isEqualTo(401);
    assertThat(server.sessions()).isZero();
  }

  @Test
  void aProxyThatSignsPeopleInSendsTheirTokens() {
    SignedInBrowser ann =
        new SignedInBrowser(
            HttpClient.newHttpClient(), root(), Map.of("Authorization", "Bearer " + ANN));
    await().until(() -> ann.get("/").body().contains("web-tls"));
    hub.user("token.renewed", new AuthenticatingHub.User("ann", "policies", true));
    SignedInBrowser renewed =
        new SignedInBrowser(
            HttpClient.newHttpClient(), root(), Map.of("Authorization", "Bearer token.renewed"));

    assertThat(renewed.ask(ROLLOUT + "/request", APPROVAL, ann.guard().orElseThrow()).statusCode())
        .isEqualTo(200);
    assertThat(server.sessions()).isEqualTo(2);
    assertThat(ann.get("/").body()).doesNotContain("Sign out");
    assertThat(
            new SignedInBrowser(
                    HttpClient.newHttpClient(), root(), Map.of("Authorization", "Bearer guessed"))
                .get("/")
                .statusCode())
        .isEqualTo(401);
  }

  @Test
  void aSlowHubCostsThatRequestAlone() throws Exception {
    SignedInBrowser ann = signedIn(ANN);
    SignedInBrowser bob = signedIn(BOB);
    CountDownLatch held = hub.hold(ANN);
    CompletableFuture<Integer> slow =
        CompletableFuture.supplyAsync(() -> ann.get("/").statusCode());
    await().until(() -> hub.requests().stream().anyMatch(request -> request.startsWith(ANN + " ")));

    await().until(() -> bob.get("/").body().contains("checkout"));
    assertThat(slow).isNotDone();
    held.countDown();
    assertThat(slow.get()).isEqualTo(200);
  }

  @Test
  void aHubThatReviewsNoTokenIsNamedAndLetsNobodyIn() {
    hub.close();

    HttpResponse<String> answer = new SignedInBrowser(root()).signIn(ANN);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).startsWith("{\"message\":\"Cannot check who you are: ");
    assertThat(answer.body()).doesNotContain(ANN);
  }

  @Test
  void theCookieHoldsNoTokenAndIsOfThisPathAlone() {
    String cookie =
        new SignedInBrowser(root()).signIn(ANN).headers().firstValue("Set-Cookie").orElseThrow();

    assertThat(cookie).matches("sluice-dashboard=[\\w-]{32}; HttpOnly; SameSite=Strict");
  }

  @Test
  void overHttpsTheCookieIsForHttpsAlone() throws Exception {
    OwnCertificate own = OwnCertificate.of(folder, "localhost");
    try (ServedDashboard secure =
        serve(Optional.of(ServerCertificate.read(own.certificate(), own.key())))) {
      SignedInBrowser ann =
          new SignedInBrowser(
              HttpClient.newBuilder().sslContext(trusting(own.certificate())).build(),
              "https://localhost:" + secure.address().getPort(),
              Map.of());

      assertThat(ann.signIn(ANN).headers().firstValue("Set-Cookie").orElse(""))
          .endsWith("; HttpOnly; SameSite=Strict; Secure");
      await().until(() -> ann.get("/").body().contains("web-tls"));
    }
  }

  private static SSLContext trusting(Path certificate) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      trusted.setCertificateEntry(
          "own", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
