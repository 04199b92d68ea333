package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.proxy.HubProxy;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.HistoryEvent;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rolls out through a worker whose hub answers late: each request, and lists later still.
 *
 * <p>{@code -Dsluice.late} and {@code -Dsluice.late.lists} set by how many milliseconds: 100 and
 * 3000 when run alone, 500 and 10000 in {@code -Pfaults}.
 *
 * <p>All policies are rolled out at the same time: each test follows one of them to its end, and
 * the one that does something meanwhile comes first.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(Patience.TEST)
class LateHubIT {
  private static final Duration LATE = Duration.ofMillis(Integer.getInteger("sluice.late", 100));
  private static final Duration LISTS_LATE =
      Duration.ofMillis(Integer.getInteger("sluice.late.lists", 3000));
  private static final Duration END = Duration.ofSeconds(300);
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: %s}}";

  @TempDir static Path folder;

  private static final List<RolloutFixture> FIXTURES = new ArrayList<>();
  private static HubProxy proxy;
  private static WorkerJvm worker;
  private static RolloutFixture perGroup;
  private static RolloutFixture window;
  private static RolloutFixture manual;
  private static RolloutFixture failing;
  private static RolloutFixture offline;
  private static RolloutFixture informFirst;
  private static RolloutFixture unstaged;

  @BeforeAll
  static void start() {
    Instant begin = Instant.now();
    DevServers servers = SharedDevServers.get();
    try (KubernetesClient admin = servers.client()) {
      proxy = HubProxy.to(admin.getConfiguration(), LateHubIT::late);
    }
    Path kubeconfig = folder.resolve("late.yaml");
    proxy.kubeconfig(servers.workerKubeconfig(), kubeconfig);
    worker =
        WorkerJvm.start(
            kubeconfig,
            servers.temporalTarget(),
            folder.resolve("worker.log"),
            "--soak-floor",
            "1s");
    perGroup = fixture(SpokeBehaviour.ORDINARY, "dev=la1,la2", "prod=la3");
    window = fixture(SpokeBehaviour.ORDINARY, "all=lb1,lb2,lb3");
    manual = fixture(SpokeBehaviour.ORDINARY, "dev=lc1", "prod=lc2");
    failing = fixture(SpokeBehaviour.ORDINARY, "dev=ld1,ld2", "prod=ld3");
    offline = fixture(SpokeBehaviour.ORDINARY, "dev=le1,le2", "prod=le3");
    informFirst = fixture(SpokeBehaviour.ORDINARY.nonCompliantUnderInform(), "dev=lf1", "prod=lf2");
    unstaged = fixture(SpokeBehaviour.ORDINARY, "all=lg1,lg2");
    failing.fleet().behave("ld2", SpokeBehaviour.ORDINARY.neverCompliant());
    offline.cutOff("le2");
    await().atMost(END).until(worker::leads);
    System.out.printf("FIGURE late hub: the worker leads after %d ms%n", since(begin));

    perGroup.policy("one", PER_GROUP.formatted("5m"));
    window.policy("one", "{type: Progressive, progressive: {maxConcurrency: 2}}");
    manual.policy("one", "{type: manualPerGroup}");
    failing.policy("one", PER_GROUP.formatted("60s"));
    offline.policy("one", PER_GROUP.formatted("60s"));
    informFirst.policy("one", "{type: ProgressivePerGroup, pendingClusters: Inform}");
    unstaged.policy("one", "");
  }

  @AfterAll
  static void stop() {
    if (worker != null) {
      worker.close();
    }
    FIXTURES.forEach(RolloutFixture::close);
    proxy.close();
  }

  private static RolloutFixture fixture(SpokeBehaviour behaviour, String... groups) {
    RolloutFixture fixture =
        RolloutFixture.on(new LocalTestServers(), groups).spokes(SpokeBehaviours.all(behaviour));
    FIXTURES.add(fixture);
    return fixture;
  }

  /** The hub has done what was asked before its answer comes. */
  private static void late(HttpExchange exchange, HubProxy hub)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> answer = hub.forward(exchange);
    Duration delay = lists(exchange) ? LISTS_LATE : LATE;
    TimeUnit.NANOSECONDS.sleep(delay.toNanos());
    hub.pass(exchange, answer);
  }

  private static boolean lists(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    return exchange.getRequestMethod().equals("GET")
        && path.matches("/(api|apis/[^/]+)/[^/]+/(namespaces/[^/]+/)?[^/]+")
        && !path.matches("/api/v1/namespaces/[^/]+")
        && !query.contains("watch=true");
  }

  private static long since(Instant begin) {
    return Duration.between(begin, Instant.now()).toMillis();
  }

  @Test
  void groupAfterGroupIsWrittenOnceAndSucceeds() {
    assertThat(ended(perGroup)).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);
    assertContents(perGroup, "one", "one", "one");
    assertWrittenOnce(perGroup);
    assertNothingTimedOut(perGroup);
  }

  @Test
  void aWindowSlidesOverAllClusters() {
    assertThat(ended(window)).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);
    assertContents(window, "one", "one", "one");
    assertWrittenOnce(window);
    assertNothingTimedOut(window);
  }

  @Test
  @Order(1)
  void groupsWaitForTheirApproval() {
    manual.awaitPhase(END, "WaitingForApproval");
    assertContents(manual, "", "");
    manual.approve("dev", "prod");
    assertThat(ended(manual)).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);
    assertWrittenOnce(manual);
    assertNothingTimedOut(manual);
  }

  @Test
  void aClusterThatDoesNotComplyHaltsTheRollout() {
    assertThat(failing.awaitPhase(END, "Halted")).containsEntry("outcome", "Failed");
    assertContents(failing, "one", "one", "");
    assertThat(failing.status().get("exceptions").toString())
        .contains("cluster=ld2", "status=Failed")
        .doesNotContain("ld1");
    assertNothingTimedOut(failing);
  }

  @Test
  void theWriteOfAnOfflineClusterIsTakenBack() {
    assertThat(offline.awaitPhase(END, "Halted")).containsEntry("outcome", "Failed");
    offline.awaitStatus(END, status -> Boolean.FALSE.equals(status.get("runOpen")));
    assertContents(offline, "one", "", "");
    assertThat(offline.status().get("exceptions").toString())
        .contains("cluster=le2", "status=TimeOut", "Its write was taken back.");
    assertWrittenOnce(offline, "le1", "le2");
    assertNothingTimedOut(offline);
  }

  @Test
  void informComesFirstAndEnforceGroupByGroup() {
    assertThat(ended(informFirst)).containsEntry("outcome", "Succeeded");
    assertThat(informFirst.clusters())
        .allSatisfy(
            cluster -> {
              assertThat(informFirst.contentAndAction(cluster)).isEqualTo("one enforce");
              assertThat(informFirst.contentWrites(cluster)).isEqualTo(2);
            });
    assertNothingTimedOut(informFirst);
  }

  @Test
  void anUnstagedPolicyReachesAllClustersAtOnce() {
    await().atMost(END).until(() -> unstaged.content("lg1").equals("one"));
    await()
        .atMost(END)
        .untilAsserted(
            () ->
                assertThat(RolloutFixture.part(unstaged.root(), "status"))
                    .containsEntry("compliant", "Compliant"));
    assertContents(unstaged, "one", "one");
    assertWrittenOnce(unstaged);
  }

  private static Map<String, Object> ended(RolloutFixture fixture) {
    return fixture.awaitPhase(END, "Done");
  }

  private static void assertContents(RolloutFixture fixture, String... contents) {
    assertThat(fixture.clusters().stream().map(fixture::content)).containsExactly(contents);
  }

  private static void assertWrittenOnce(RolloutFixture fixture) {
    assertWrittenOnce(fixture, fixture.clusters().toArray(String[]::new));
  }

  private static void assertWrittenOnce(RolloutFixture fixture, String... clusters) {
    assertThat(clusters)
        .allSatisfy(cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(1));
  }

  /** A retry that a timeout caused is no event of its own: the next start names it. */
  private static void assertNothingTimedOut(RolloutFixture fixture) {
    List<HistoryEvent> history = fixture.history();
    assertThat(history).anyMatch(HistoryEvent::hasActivityTaskCompletedEventAttributes);
    assertThat(history).noneMatch(HistoryEvent::hasActivityTaskTimedOutEventAttributes);
    assertThat(history)
        .filteredOn(HistoryEvent::hasActivityTaskStartedEventAttributes)
        .extracting(event -> event.getActivityTaskStartedEventAttributes().getLastFailure())
        .noneMatch(Failure::hasTimeoutFailureInfo);
  }
}
