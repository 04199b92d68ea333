package io.sluice.tools.dashboard;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class DashboardServerTest {
  private static final String ROLLOUT = "/api/rollouts/policies/policy-web-tls";

  private final PageHub hub = new PageHub();
  private DashboardServer server;
  private DashboardBrowser browser;

  @BeforeEach
  void start() {
    Map<String, Integer> groups = new LinkedHashMap<>();
    groups.put("dev", 5);
    groups.put("prod", 15);
    hub.fleet(groups);
    hub.policy("web-tls", "manualPerGroup");
    hub.rollout("web-tls", PageHub.waiting());
    server =
        DashboardServer.start(
            hub.connect(),
            new DashboardSettings(0, List.of(), "default", "https://hub", Optional.empty()));
    browser = new DashboardBrowser(server.address());
  }

  @AfterEach
  void close() {
    server.close();
    hub.close();
  }

  @Test
  void theListShowsWhatWaitsForAPersonFirst() {
    hub.rollout("done", "phase: Done\noutcome: Succeeded\nendedAt: \"2026-01-05T10:00:00Z\"");
    hub.rollout("broken", "phase: Halted\nwaitingFor: Halted because 3 failed.");
    await().until(() -> browser.get("/").body().contains("broken"));

    assertThat(browser.get("/").body())
        .containsSubsequence(
            "1 rollout waits for a person, 1 halted.",
            "Waits for a person",
            "web-tls",
            "Waiting for approval of group prod.",
            ">Halted<",
            "broken",
            "Halted because 3 failed.",
            ">Done<",
            "done");
  }

  @Test
  void theAddressOfAListChoosesRollouts() {
    hub.rollout("done", "phase: Done\noutcome: Succeeded");
    await().until(() -> browser.get("/").body().contains("policies/</span>done"));

    assertThat(browser.get("/?q=web&phase=WaitingForApproval&mine=1").body())
        .contains(
            "policies/</span>web-tls",
            "content=\"/api/rollouts?q=web&amp;phase=WaitingForApproval&amp;mine=1\"")
        .doesNotContain("policies/</span>done");
    assertThat(browser.get("/api/rollouts?phase=Succeeded&page=x").body())
        .contains("policies/</span>done")
        .doesNotContain("policies/</span>web-tls");
    assertThat(browser.get("/api/rollouts?mine=1&namespace=elsewhere").body())
        .contains("No rollout fits.");
  }

  @Test
  void aRolloutShowsACellForEachCluster() {
    String answer = browser.get(ROLLOUT).body();

    assertThat(answer)
        .contains("[\"dev-0001\",5]")
        .contains("[\"dev-0003\",6,\"5 Jan 2026, 10:00:30 UTC\",")
        .contains("[\"prod-0015\",0]")
        .contains("Approve prod…");
  }

  @Test
  void whatAClusterReportsIsText() {
    assertThat(browser.get("/rollouts/policies/policy-web-tls").body())
        .contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;")
        .contains("\\u003cscript>alert(1)\\u003c/script>")
        .doesNotContain("<script>alert");
  }

  @Test
  void anApprovalIsWrittenWithTheRightsOfThePerson() {
    HttpResponse<String> answer =
        browser.post(ROLLOUT + "/request", "{\"act\":\"approve\",\"group\":\"prod\"}");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo(
            "{\"message\":\"Approved group prod of policy policies/web-tls. That lets 15 clusters go,"
                + " each in its turn.\"}");
    assertThat(hub.hub().writes().get(hub.hub().writes().size() - 1).toString())
        .contains("patch", "rollouts", "policy-web-tls");
  }

  @Test
  void theQuestionSaysWhatAnApprovalWouldStartAndWrite() {
    hub.hub().forgetRequests();

    String answer = browser.get(ROLLOUT + "/request?act=approve&group=prod").body();

    assertThat(text(answer, "title")).isEqualTo("Approve group prod of policy policies/web-tls?");
    assertThat(text(answer, "html"))
        .isEqualTo(
            "<div><p class=\"effect\">15 clusters may start then: 12 would be changed, 3 comply"
                + " already.</p><div data-choice=\"any\"><p class=\"quiet\">It writes into the spec"
                + " of Rollout policies/policy-web-tls:</p><ul class=\"writes\"><li><code>"
                + "approvals, prod: rolloutApproved true</code></li></ul></div></div>");
    assertThat(hub.hub().writes()).isEmpty();
  }

  @Test
  void aVersionIsApprovedAloneUnlessAPersonChoosesOtherwise() {
    hub.version("web-tls", "v7");
    hub.approvals(
        "web-tls",
        "{approvalsForVersion: v6, decisionGroups: [{groupName: dev, rolloutApproved: true}]}");

    String html = text(browser.get(ROLLOUT + "/request?act=approve&group=prod").body(), "html");
    assertThat(html)
        .containsSubsequence(
            "<legend>The approval holds for</legend>",
            "value=\"this\" checked>version v7 alone",
            "value=\"any\">every version",
            "<div data-choice=\"this\">",
            "Approvals for version v6 are withdrawn: dev. Approve them for version v7 if you mean"
                + " it.",
            "<li><code>approvals, dev: rolloutApproved false</code></li>",
            "<li><code>approvals, prod: rolloutApproved true</code></li>",
            "<li><code>approvalsForVersion: v7, before v6</code></li>",
            "<div data-choice=\"any\" hidden>",
            "It counts once the policy&#39;s version is v6, as spec.approvalsForVersion says; it is"
                + " v7 now.",
            "<li><code>approvals, prod: rolloutApproved true</code></li></ul></div></div>");

    assertThat(
            approve(
                "{\"act\":\"approve\",\"group\":\"prod\",\"versions\":\"this\",\"version\":\"v6\"}"))
        .isEqualTo(
            "Cannot approve group prod of policy policies/web-tls for version v6: its version is v7"
                + " now. Look again at what an approval would change.");
    assertThat(
            approve(
                "{\"act\":\"approve\",\"group\":\"prod\",\"versions\":\"this\",\"version\":\"v7\"}"))
        .startsWith("Approved group prod of policy policies/web-tls for version v7.");
    assertThat(text(browser.get(ROLLOUT + "/request?act=approve&group=prod").body(), "html"))
        .contains(
            "Group prod of policy policies/web-tls is already approved.",
            "Nothing would be written.");
  }

  @Test
  void anApprovalThatARuleAsksForIsRecordedForWhatThePersonSaw() {
    hub.approvals("web-tls", "{approvalRules: [{groups: [prod], required: 2, boundTo: Content}]}");
    assertThat(approve("{\"act\":\"approve\",\"group\":\"prod\"}"))
        .as("a hub that verifies nobody")
        .contains("the hub does not say as whom it knows you.");
    KubernetesClient ann = hub.connect("ann");
    try (DashboardServer own =
        DashboardServer.start(
            ann, new DashboardSettings(0, List.of(), "default", "https://hub", Optional.empty()))) {
      browser = new DashboardBrowser(own.address());

      String question = browser.get(ROLLOUT + "/request?act=approve&group=prod").body();
      String content = text(question, "content");
      assertThat(text(question, "html"))
          .contains(
              "Once its rules are met, 15 clusters may start then: ",
              "<p class=\"note\">1 of 2 approvals: ann. 1 more is missing.</p>",
              "<li><code>decisionGroups, prod, approvals: by ann, for content " + content);
      assertThat(approve("{\"act\":\"approve\",\"group\":\"prod\",\"content\":\"another\"}"))
          .contains("its content has changed since it was shown.");
      assertThat(
              approve(
                  "{\"act\":\"approve\",\"group\":\"prod\",\"content\":\"%s\"}".formatted(content)))
          .startsWith(
              "Recorded your approval of group prod of policy policies/web-tls for content");
    }
  }

  private String approve(String body) {
    return text(browser.post(ROLLOUT + "/request", body).body(), "message");
  }

  private static String text(String json, String field) {
    return String.valueOf(HubObjects.parse(json, Map.class).orElseThrow().get(field));
  }

  @Test
  void aRefusalOfTheHubIsShownWithItsReason() {
    hub.hub()
        .faults()
        .inject(
            RequestMatcher.anything().verb("patch").kind("Rollout"),
            Fault.error(403, "ann may not patch"));

    HttpResponse<String> answer =
        browser.post(ROLLOUT + "/request", "{\"act\":\"approve\",\"group\":\"prod\"}");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body())
        .startsWith(
            "{\"message\":\"Cannot approve group prod of policies/web-tls: the hub does not allow"
                + " it (403): ann may not patch")
        .contains("Ask its administrator for the right to do this.");
  }

  @Test
  void anUnknownGroupIsRefusedAsTheCommandDoes() {
    HttpResponse<String> answer =
        browser.post(ROLLOUT + "/request", "{\"act\":\"approve\",\"group\":\"qa\"}");

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("no such group. Groups are dev, prod and ungrouped.");
  }

  @Test
  void aPauseIsAskedForAndEndedOnThePage() {
    assertThat(browser.get(ROLLOUT).body())
        .contains(
            "data-act=\\\"pause\\\"", "data-act=\\\"abort\\\"", "data-cluster=\\\"dev-0003\\\"")
        .doesNotContain("data-act=\\\"resume\\\"", "data-act=\\\"retry\\\"");
    String question = browser.get(ROLLOUT + "/request?act=pause").body();
    assertThat(text(question, "title")).isEqualTo("Pause the rollout of policy policies/web-tls?");
    assertThat(text(question, "html"))
        .contains("No further cluster starts.", "<code>paused: true</code>");

    assertThat(approve("{\"act\":\"pause\"}"))
        .isEqualTo("Paused the rollout of policy policies/web-tls: no further cluster starts.");
    assertThat(browser.get(ROLLOUT).body())
        .contains("data-act=\\\"resume\\\"")
        .doesNotContain("data-act=\\\"pause\\\"");
    assertThat(approve("{\"act\":\"resume\"}"))
        .isEqualTo("Resumed the rollout of policy policies/web-tls.");
  }

  @Test
  void aClusterIsSkippedAndCountsAgain() {
    assertThat(text(browser.get(ROLLOUT + "/request?act=skip&cluster=dev-0003").body(), "html"))
        .contains(
            "What it reports does not count, and no other cluster waits for it.",
            "<code>skippedClusters: dev-0003</code>");

    hub.cluster("dev-0003");
    assertThat(approve("{\"act\":\"skip\",\"cluster\":\"dev-0003\"}"))
        .startsWith("Skipped cluster dev-0003 in the rollout of policy policies/web-tls: ")
        .doesNotContain("./sluice");
    assertThat(browser.get(ROLLOUT).body()).contains("Count again dev-0003");
    assertThat(text(browser.get(ROLLOUT + "/request?act=count&cluster=dev-0003").body(), "html"))
        .contains("skippedClusters: dev-0003 removed");
    assertThat(approve("{\"act\":\"skip\",\"cluster\":\"dev-9999\"}"))
        .startsWith("Cannot skip cluster dev-9999: the hub has no ManagedCluster of that name.");
  }

  @Test
  void whatFailedIsRetriedAsAWholeOrWhereItFailed() {
    hub.change(
        "web-tls",
        "rolloutUID: u1\nphase: Done\noutcome: Failed\ncounts: {clusters: 20, succeeded: 15, failed: 5}");

    assertThat(browser.get(ROLLOUT).body())
        .contains("Retry all…", "Retry failed…")
        .doesNotContain("data-act=\\\"pause\\\"", "data-act=\\\"abort\\\"");
    assertThat(text(browser.get(ROLLOUT + "/request?act=retry_failed").body(), "html"))
        .contains(
            "The same version is rolled out again, for 5 clusters that have not succeeded",
            "<code>retryRollout: rolloutUID u1, failedOnly true</code>");
    assertThat(approve("{\"act\":\"retry_failed\"}")).startsWith("Retries the rollout of policy");
  }

  @Test
  void anAbortSaysWhatStays() {
    assertThat(text(browser.get(ROLLOUT + "/request?act=abort").body(), "html"))
        .contains(
            "It ends at its next step, and every cluster keeps what it has.",
            "<code>abortRollout: rolloutUID u1</code>");
    assertThat(approve("{\"act\":\"abort\"}")).startsWith("Aborted the rollout of policy");
    assertThat(approve("{\"act\":\"delete\"}")).startsWith("Cannot ask that: ");
  }

  @Test
  void aRequestWithoutTheGuardOfThePageApprovesNothing() {
    HttpResponse<String> answer =
        browser.postWithoutGuard(ROLLOUT + "/request", "{\"act\":\"approve\",\"group\":\"prod\"}");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("does not come from a page of this dashboard");
    assertThat(hub.hub().requests()).doesNotContainKey("patch rollouts");
  }

  @Test
  void aMissingRolloutIsNamed() {
    assertThat(browser.get("/api/rollouts/policies/policy-gone").body())
        .isEqualTo(
            "{\"message\":\"Cannot show rollout policies/gone: the hub has no such Rollout object"
                + " any more.\"}");
  }

  @Test
  void aBrowserWithoutTheSecretIsNotLetIn() throws Exception {
    assertThat(raw("GET /api/rollouts HTTP/1.1", "Host: 127.0.0.1:" + server.port()))
        .startsWith("HTTP/1.1 401");
    assertThat(raw("GET /?token=guessed HTTP/1.1", "Host: 127.0.0.1:" + server.port()))
        .startsWith("HTTP/1.1 401");
  }

  @Test
  void aForeignNameOfThisMachineIsRefused() throws Exception {
    String address = server.address();
    String path = address.substring(address.indexOf("/?"));

    assertThat(raw("GET " + path + " HTTP/1.1", "Host: rebound.example.com:" + server.port()))
        .startsWith("HTTP/1.1 403")
        .doesNotContainIgnoringCase("set-cookie");
    assertThat(
            raw(
                "GET " + path + " HTTP/1.1",
                "Host: localhost:" + server.port(),
                "Origin: http://evil.example.com"))
        .startsWith("HTTP/1.1 403");
    assertThat(
            raw(
                "GET " + path + " HTTP/1.1",
                "Host: localhost:" + server.port(),
                "Sec-Fetch-Site: cross-site"))
        .startsWith("HTTP/1.1 403");
  }

  /** The file from which it comes is no page of this site. */
  @Test
  void aTicketLetsOneBrowserInFromElsewhereOnce() throws Exception {
    String address = server.ticketAddress();
    String request = "GET " + address.substring(address.indexOf("/?")) + " HTTP/1.1";
    String site = "Sec-Fetch-Site: cross-site";

    assertThat(raw(request, "Host: rebound.example.com:" + server.port(), site))
        .startsWith("HTTP/1.1 403")
        .doesNotContainIgnoringCase("set-cookie");
    assertThat(raw(request, "Host: 127.0.0.1:" + server.port(), site))
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("refresh: 0; url=/\r\n")
        .containsPattern(
            "(?i)set-cookie: sluice-dashboard-\\d+=[\\w-]{32}; Path=/; HttpOnly; Same");
    assertThat(raw(request, "Host: 127.0.0.1:" + server.port()))
        .startsWith("HTTP/1.1 401")
        .doesNotContainIgnoringCase("set-cookie");
  }

  @Test
  void theCookieIsOfThisSiteAlone() throws Exception {
    String address = server.address();

    assertThat(
            raw(
                "GET " + address.substring(address.indexOf("/?")) + " HTTP/1.1",
                "Host: localhost:" + server.port()))
        .startsWith("HTTP/1.1 303")
        .containsIgnoringCase("location: /\r\n")
        .containsPattern(
            "(?i)set-cookie: sluice-dashboard-\\d+=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict");
  }

  @Test
  void everyPageForbidsForeignContent() {
    HttpResponse<String> page = browser.get("/");

    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'; base-uri 'none'; form-action 'none';")
        .contains("script-src 'sha256-")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(page.body()).doesNotContainPattern("(src|href)=\"https?:").doesNotContain(" style=");
  }

  @Test
  void aPersonWhoMayReadSomeNamespacesSeesThose() {
    hub.hub()
        .faults()
        .inject(
            RequestMatcher.anything().verb("list").kind("Rollout").namespace(""),
            Fault.error(403, "ann may not list all"));
    for (String other : List.of("default", "kube-system")) {
      hub.hub()
          .faults()
          .inject(
              RequestMatcher.anything().verb("list").kind("Rollout").namespace(other),
              Fault.error(403, "ann may not list those"));
    }

    try (DashboardServer limited =
        DashboardServer.start(
            hub.connect(),
            new DashboardSettings(0, List.of(), "default", "https://hub", Optional.empty()))) {
      assertThat(limited.namespaces()).hasValue(List.of("policies"));
      DashboardBrowser theirs = new DashboardBrowser(limited.address());
      await().until(() -> theirs.get("/").body().contains("web-tls"));
    }
  }

  @Test
  void aWorkerThatLeadsNoMoreIsSaid() throws Exception {
    try (KubernetesClient client = hub.connect()) {
      for (String yaml :
          List.of(
              "{apiVersion: v1, kind: Namespace, metadata: {name: sluice-system}}",
              "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: sluice, namespace:"
                  + " sluice-system}, spec: {holderIdentity: worker-1, leaseDurationSeconds: 10,"
                  + " renewTime: '2026-01-05T10:00:00.000000Z'}}")) {
        client
            .resource(Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class))
            .create();
      }
    }
    try (DashboardServer later =
        DashboardServer.start(
            hub.connect(),
            new DashboardSettings(0, List.of(), "default", "https://hub", Optional.empty()))) {
      DashboardBrowser theirs = new DashboardBrowser(later.address());
      await().until(() -> theirs.get("/").body().contains("web-tls"));
      Queue<String> lines = listen(theirs, ROLLOUT);
      await()
          .until(
              () ->
                  lines.stream()
                      .anyMatch(
                          line ->
                              line.contains(
                                  "No worker leads: Lease sluice-system/sluice was renewed last at"
                                      + " 2026-01-05T10:00:00Z, by worker-1.")));
    }
  }

  @Test
  void openPagesAreWokenByAChange() throws Exception {
    Queue<String> lines = listen(ROLLOUT);
    await().until(() -> lines.contains("event: hub"));
    lines.clear();

    hub.change("web-tls", "phase: Progressing\nrolloutUID: u1");

    await().until(() -> lines.contains("event: changed"));
  }

  @Test
  void aLostWatchIsResumedAndAHubThatIsAwayIsSaid() throws Exception {
    Queue<String> lines = listen(ROLLOUT);
    await().until(() -> lines.contains("data: {\"message\":\"\"}"));

    hub.hub().stop();
    await().until(() -> lines.stream().anyMatch(line -> line.contains("may be old")));
    assertThat(browser.get("/").body()).contains("web-tls");
    lines.clear();
    hub.hub().restart();
    await().until(() -> lines.contains("data: {\"message\":\"\"}"));
    lines.clear();
    hub.change("web-tls", "phase: Soaking\nrolloutUID: u1");

    await().until(() -> lines.contains("event: changed"));
  }

  private Queue<String> listen(String of) throws Exception {
    return listen(browser, of);
  }

  private static Queue<String> listen(DashboardBrowser browser, String of) throws Exception {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    var events = browser.events(of);
    Thread reader = new Thread(() -> events.forEach(lines::add), "events");
    reader.setDaemon(true);
    reader.setUncaughtExceptionHandler((thread, end) -> lines.add("closed"));
    reader.start();
    return lines;
  }

  /** Sends what a browser would not: the JDK's client sets the host itself. */
  private String raw(String... lines) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          (String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
      StringBuilder answer = new StringBuilder();
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answer.append(line).append("\r\n");
      }
      return answer.toString();
    }
  }
}
