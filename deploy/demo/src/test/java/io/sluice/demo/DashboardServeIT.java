package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.sluice.connection.OwnCertificate;
import io.sluice.control.rollout.MovableClock;
import io.sluice.devservers.Kubectl;
import io.sluice.process.LocalTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LeaseSettings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.dashboard.DashboardSettings;
import io.sluice.tools.dashboard.ServeSettings;
import io.sluice.tools.dashboard.ServedDashboard;
import io.sluice.tools.dashboard.ServerCertificate;
import io.sluice.tools.dashboard.SignedInBrowser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signs in to a dashboard with tokens of a real API server: of ServiceAccounts of different rights,
 * directly and through the API server's proxy of its Service.
 */
@Timeout(Patience.TEST)
class DashboardServeIT {
  private static final String APPROVAL = "{\"act\":\"approve\",\"group\":\"dev\"}";
  private static final String OTHER = "dashboard-other";

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();
  private final MovableClock clock = new MovableClock(Instant.now());
  private RolloutFixture fixture;
  private ServedDashboard dashboard;

  @BeforeEach
  void start() throws Exception {
    fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1");
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    kubectl("create", "namespace", LeaseSettings.NAMESPACE);
    kubectl("create", "namespace", OTHER);
    kubectl("create", "serviceaccount", "sluice-dashboard", "-n", LeaseSettings.NAMESPACE);
    assertThat(kubectl("apply", "-f", "../deploy/rbac/users").code()).isZero();
    assertThat(kubectl("apply", "-f", "../deploy/rbac/dashboard").code()).isZero();
    person("ann", namespace(), "sluice-rollouts-approve");
    person("vic", namespace(), "sluice-rollouts-view");
    person("bob", OTHER, "sluice-rollouts-approve");
    OwnCertificate own = OwnCertificate.of(folder, "localhost");
    dashboard =
        ServedDashboard.start(
            hub(),
            new ServeSettings(
                machine().getHostAddress(),
                Optional.of(ServerCertificate.read(own.certificate(), own.key())),
                new DashboardSettings(
                    0,
                    List.of(),
                    "default",
                    LeaseSettings.NAMESPACE,
                    "Hub hub",
                    HubName.DEFAULT,
                    Optional.empty(),
                    Optional.empty())),
            clock);
  }

  /** The rights of the dashboard are those of {@code deploy/rbac/dashboard} and no more. */
  private Config hub() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(servers.servers().hub().toString())
        .withTrustCerts(true)
        .withOauthToken(token("sluice-dashboard", LeaseSettings.NAMESPACE))
        .build();
  }

  @AfterEach
  void close() {
    dashboard.close();
    fixture.close();
    // These servers have no controller that would end a namespace.
    kubectl("delete", "serviceaccount", "bob", "-n", OTHER);
    kubectl("delete", "rolebinding", "bob", "-n", OTHER);
    kubectl("delete", "-f", "../deploy/rbac/dashboard");
  }

  private String namespace() {
    return fixture.namespace();
  }

  private void person(String name, String namespace, String role) {
    kubectl("create", "serviceaccount", name, "-n", namespace);
    kubectl(
        "create",
        "rolebinding",
        name,
        "--clusterrole=" + role,
        "--serviceaccount=" + namespace + ":" + name,
        "-n",
        namespace);
  }

  private String token(String name, String namespace) {
    return kubectl("create", "token", name, "-n", namespace).output().strip();
  }

  /** Whoever may use the proxy of Services, and nothing of Sluice. */
  private String tokenForTheProxy() {
    kubectl("create", "clusterrole", "proxy", "--verb=get,create", "--resource=services/proxy");
    person("proxy", namespace(), "proxy");
    return token("proxy", namespace());
  }

  private Kubectl.Output kubectl(String... arguments) {
    return new Kubectl(servers.servers(), folder).run(arguments);
  }

  private SignedInBrowser browser() throws Exception {
    return new SignedInBrowser(
        client(),
        "https://%s:%d"
            .formatted(dashboard.address().getHostString(), dashboard.address().getPort()),
        Map.of());
  }

  private SignedInBrowser signedIn(String name, String namespace) throws Exception {
    SignedInBrowser browser = browser();
    assertThat(browser.signIn(token(name, namespace)).statusCode()).isEqualTo(303);
    return browser;
  }

  private String rollout() {
    return "/api/rollouts/" + namespace() + "/policy-web";
  }

  @Test
  void eachPersonSeesAndDoesWhatTheHubLetsThem() throws Exception {
    SignedInBrowser ann = signedIn("ann", namespace());
    SignedInBrowser vic = signedIn("vic", namespace());
    SignedInBrowser bob = signedIn("bob", OTHER);
    Patience.await().until(() -> ann.get("/").body().contains("/rollouts/" + namespace()));
    Patience.await().until(() -> vic.get("/").body().contains("/rollouts/" + namespace()));

    assertThat(bob.get("/").body()).doesNotContain("/rollouts/" + namespace());
    assertThat(bob.get(rollout()).statusCode()).isEqualTo(403);
    assertThat(bob.ask(rollout() + "/request", APPROVAL).statusCode()).isEqualTo(403);
    assertThat(vic.get(rollout()).body())
        .contains("You may look at this rollout, not change it")
        .doesNotContain("data-act=");
    assertThat(vic.ask(rollout() + "/request", APPROVAL).statusCode()).isEqualTo(403);
    assertThat(ann.get(rollout()).body()).contains("data-act=\\\"approve\\\"");

    HttpResponse<String> approved = ann.ask(rollout() + "/request", APPROVAL);

    assertThat(approved.statusCode()).as(approved.body()).isEqualTo(200);
    assertThat(fixture.rollout().orElseThrow().getMetadata().getManagedFields().toString())
        .contains("sluice:system:serviceaccount:" + namespace() + ":ann");
    try (Stream<String> events = ann.events()) {
      assertThat(events.findFirst()).hasValueSatisfying(line -> assertThat(line).isNotBlank());
    }
  }

  @Test
  void aTokenThatTheHubDoesNotAcceptLetsNobodyInAndNobodyStay() throws Exception {
    String valid = token("ann", namespace());
    SignedInBrowser stranger = browser();
    for (String token :
        List.of(
            "guessed",
            valid.substring(0, valid.length() - 8) + "AAAAAAAA",
            kubectl("create", "token", "ann", "-n", namespace(), "--audience", "elsewhere")
                .output()
                .strip())) {
      assertThat(stranger.signIn(token).statusCode()).isEqualTo(401);
      assertThat(stranger.get("/").statusCode()).isEqualTo(401);
    }

    SignedInBrowser ann = signedIn("ann", namespace());
    assertThat(ann.get("/").statusCode()).isEqualTo(200);
    kubectl("delete", "serviceaccount", "ann", "-n", namespace());

    // The API server itself believes a token for some seconds more.
    Patience.await()
        .untilAsserted(
            () -> {
              clock.pass(Duration.ofSeconds(61));
              assertThat(ann.get("/").statusCode()).isEqualTo(401);
            });
  }

  /** Of a header Authorization nothing arrives, so that the token comes with the form. */
  @Test
  void throughTheApiServerAPersonSignsInAndApproves() throws Exception {
    publish();
    String root =
        servers.servers().hub().toString().replaceAll("/$", "")
            + "/api/v1/namespaces/%s/services/https:dashboard:https/proxy".formatted(namespace());
    Map<String, String> mayProxy = Map.of("Authorization", "Bearer " + tokenForTheProxy());
    SignedInBrowser ann = new SignedInBrowser(client(), root, mayProxy);

    HttpResponse<String> form = ann.get("/");
    assertThat(form.statusCode()).as(form.body()).isEqualTo(401);
    assertThat(form.body()).contains("action=\"./sign-in\"");
    HttpResponse<String> in = ann.signIn(token("ann", namespace()));
    assertThat(in.statusCode()).isEqualTo(303);
    assertThat(in.headers().firstValue("Location")).hasValue("./");
    assertThat(in.headers().firstValue("Set-Cookie").orElse("")).endsWith("; Secure");
    Patience.await().until(() -> ann.get("/").body().contains("href=\"./rollouts/" + namespace()));
    String page = ann.get("/rollouts/" + namespace() + "/policy-web").body();
    assertThat(page).contains("href=\"../../\"", "action=\"../../sign-out\"");
    // What the API server writes anew are links; a script that it changed would not run.
    assertThat(page).contains("const at = (path) => root + path.slice(1);");
    assertThat(ann.ask(rollout() + "/request", APPROVAL).statusCode()).isEqualTo(200);
    try (Stream<String> events = ann.events()) {
      assertThat(events.findFirst()).isPresent();
    }
  }

  /** As the page of the manual says: the browser is at an address of its own machine. */
  @Test
  void inABrowserThroughKubectlProxyAPersonSignsInApprovesAndSignsOut() throws Exception {
    Chromium.require();
    publish();
    Process proxy = new Kubectl(servers.servers(), folder).start("proxy", "--port", "0");
    try (Chromium chromium = Chromium.start();
        BufferedReader said =
            new BufferedReader(
                new InputStreamReader(proxy.getInputStream(), StandardCharsets.UTF_8))) {
      String address = said.readLine().replaceAll(".* on ", "http://");
      Page page = chromium.page();
      page.navigate(
          "%s/api/v1/namespaces/%s/services/https:dashboard:https/proxy/rollouts/%2$s/policy-web"
              .formatted(address, namespace()));
      page.locator("#token").waitFor();
      Screenshots.take(page, "dashboard-sign-in.png", 460);
      page.locator("#token").fill("guessed");
      page.locator("button.primary").click();
      page.locator(".refusal").waitFor();
      page.locator("#token").fill(token("ann", namespace()));
      page.locator("button.primary").click();
      page.locator("li.rollout a").first().click();
      page.locator("[data-act=approve]").first().click();
      page.locator("dialog .writes").waitFor();
      page.locator("dialog .primary").click();

      page.locator("#done").getByText("Approved group").waitFor();
      assertThat(page.locator("#stale").isVisible()).isFalse();
      assertThat(page.locator("header .person").innerText())
          .contains("system:serviceaccount:" + namespace() + ":ann");
      page.locator("header .brand").click();
      page.locator("li.rollout").first().waitFor();
      page.locator("header .person button").click();
      page.locator("#token").waitFor();
      page.reload();
      assertThat(page.locator("#token").isVisible()).isTrue();
    } finally {
      proxy.destroy();
      proxy.waitFor();
    }
  }

  /**
   * Without a selector a Service has the endpoints that somebody writes. The API server asks only
   * one that is the address of a Pod, and none of loopback.
   */
  private void publish() throws SocketException {
    String address = machine().getHostAddress();
    for (String yaml :
        List.of(
            """
            apiVersion: v1
            kind: Service
            metadata: {name: dashboard, namespace: %1$s}
            spec: {ports: [{name: https, port: 443, targetPort: %2$d}]}
            """,
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: dashboard, namespace: %1$s}
            spec:
              serviceAccountName: ann
              automountServiceAccountToken: false
              containers: [{name: dashboard, image: dashboard}]
            """,
            """
            apiVersion: v1
            kind: Endpoints
            metadata: {name: dashboard, namespace: %1$s}
            subsets:
            - addresses: [{ip: %3$s, targetRef: {kind: Pod, namespace: %1$s, name: dashboard}}]
              ports: [{name: https, port: %2$d}]
            """,
            """
            apiVersion: discovery.k8s.io/v1
            kind: EndpointSlice
            metadata: {name: dashboard, namespace: %1$s, labels: {kubernetes.io/service-name: dashboard}}
            addressType: IPv4
            endpoints:
            - addresses: [%3$s]
              conditions: {ready: true}
              targetRef: {kind: Pod, namespace: %1$s, name: dashboard}
            ports: [{name: https, port: %2$d, protocol: TCP}]
            """)) {
      Kubectl.Output output =
          new Kubectl(servers.servers(), folder)
              .runWith(
                  yaml.formatted(namespace(), dashboard.address().getPort(), address),
                  "apply",
                  "-f",
                  "-");
      assertThat(output.code()).as(output.output()).isZero();
    }
    String status =
        "{\"status\": {\"podIP\": \"%1$s\", \"podIPs\": [{\"ip\": \"%1$s\"}]}}".formatted(address);
    Kubectl.Output patched =
        kubectl(
            "patch",
            "pod",
            "dashboard",
            "-n",
            namespace(),
            "--subresource",
            "status",
            "--type",
            "merge",
            "-p",
            status);
    assertThat(patched.code()).as(patched.output()).isZero();
  }

  private static InetAddress machine() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(Inet4Address.class::isInstance)
        .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot test the API server's proxy: this machine has only loopback addresses."));
  }

  /** The servers of the test have certificates of their own. */
  private static HttpClient client() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new AnyServer()}, null);
    return HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).build();
  }

  private static final class AnyServer extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
