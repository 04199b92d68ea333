package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Puts back the Policy CRD that OCM ships while policies are rolled out, as an installer of OCM
 * does. A real API server then drops every strategy, from answers and from what is written.
 */
@Timeout(Patience.TEST)
class ShippedPolicyCrdIT {
  private static final String MANUAL = "{type: manualPerGroup}";
  private static final String SHIPPED = "ocm/policy.open-cluster-management.io_policies.yaml";

  @TempDir static Path folder;

  private final LocalTestServers servers = new LocalTestServers();
  private final RolloutFixture fixture = RolloutFixture.on(servers, "dev=sc1", "prod=sc2");
  private final Kubectl kubectl = new Kubectl(SharedDevServers.get(), folder.resolve("kubectl"));

  @BeforeEach
  void start() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
  }

  @AfterEach
  void close() {
    repair();
    fixture.close();
  }

  @Test
  void aRolloutWaitsAndGoesOnWhenTheCrdWasApplied() {
    Map<String, Object> waiting = waitForApproval();

    // As a user and as an operator would.
    putBack("apply", "--server-side", "--force-conflicts", "--field-manager=registration-operator");
    assertHeld(waiting);
    repair();
    awaitAccepted();
    awaitNoWrite();
    putBack("apply");
    fixture.approve("dev", "prod");
    assertHeld(waiting);
    repair();

    fixture.awaitPhase(Patience.MOST, "Done");
    assertThat(fixture.status())
        .containsEntry("outcome", "Succeeded")
        .containsEntry("rolloutUID", waiting.get("rolloutUID"));
    assertThat(fixture.contentWrites("sc1")).isEqualTo(1);
    assertThat(fixture.contentWrites("sc2")).isEqualTo(1);
  }

  @Test
  void aWorkerThatTakesOverFindsThePolicyHeldAndAnEditIsNotPropagated() throws Exception {
    Map<String, Object> waiting = waitForApproval();
    putBack("replace");
    assertHeld(waiting);
    fixture.stop();
    fixture.approve("dev", "prod");
    // The API server drops the strategy from what it stores.
    fixture.policy("two", MANUAL);
    fixture.start(RolloutFixture.QUICK);
    assertHeld(waiting);

    repair();
    // Longer than what a server may need to follow its CRD.
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () ->
                assertThat(accepted())
                    .containsEntry("reason", "StrategyFieldMissing")
                    .hasEntrySatisfying(
                        "message",
                        text ->
                            assertThat(text.toString())
                                .contains("spec.rolloutStrategy is missing since")));
    assertHeld(waiting);

    fixture.policy("two", MANUAL);
    fixture.awaitStatus(Patience.MOST, status -> "Succeeded".equals(status.get("outcome")));
    assertThat(fixture.content("sc2")).isEqualTo("two");
    assertThat(fixture.contentWrites("sc1")).isEqualTo(2);
    assertThat(fixture.contentWrites("sc2")).isEqualTo(1);
  }

  private Map<String, Object> waitForApproval() {
    fixture.policy("one", MANUAL);
    fixture.approve("dev");
    fixture.awaitStatus(
        Patience.MOST,
        status ->
            String.valueOf(status.get("waitingFor"))
                .startsWith("Waiting for approval of group prod"));
    awaitNoWrite();
    return fixture.status();
  }

  /** A write that is under way when the CRD changes is stored without the strategy. */
  private void awaitNoWrite() {
    Instant begin = Instant.now();
    AtomicInteger before = new AtomicInteger();
    await()
        .pollInterval(Duration.ofSeconds(1))
        .during(Settings.DEFAULTS.rootStatusEvery().plusSeconds(1))
        .atMost(Patience.MOST)
        .until(
            () -> {
              int writes = servers.policyWrites(begin).size();
              return before.getAndSet(writes) == writes;
            });
  }

  /** The rollout is where it was, says why it waits, and nothing is written. */
  private void assertHeld(Map<String, Object> before) {
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () -> assertThat(accepted()).containsEntry("reason", "StrategyFieldMissing"));
    Instant since = Instant.now();
    await()
        .during(Duration.ofSeconds(3))
        .atMost(Patience.MOST)
        .untilAsserted(
            () -> {
              assertThat(fixture.status())
                  .containsEntry("rolloutUID", before.get("rolloutUID"))
                  .containsEntry("attempt", before.get("attempt"))
                  .containsEntry("runOpen", true)
                  .doesNotContainKey("outcome");
              assertThat(fixture.content("sc1")).isEqualTo("one");
              assertThat(fixture.content("sc2")).isEmpty();
            });
    // By a status, too, the server would store the policy without its strategy.
    assertThat(servers.policyWrites(since))
        .filteredOn(
            entry ->
                !entry.resource().endsWith("/status")
                    || entry.namespace().equals(fixture.namespace()))
        .isEmpty();
  }

  private Map<String, Object> accepted() {
    return JsonTree.maps(fixture.status(), "conditions").stream()
        .filter(condition -> "Accepted".equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of());
  }

  private void awaitAccepted() {
    await()
        .atMost(Patience.MOST)
        .untilAsserted(() -> assertThat(accepted()).containsEntry("status", "True"));
  }

  private void putBack(String... how) {
    List<String> arguments = new ArrayList<>(List.of(how));
    arguments.addAll(List.of("-f", crds(SHIPPED)));
    run(arguments);
  }

  private void repair() {
    run(List.of("apply", "--server-side", "--force-conflicts", "-k", crds("")));
  }

  private void run(List<String> arguments) {
    Kubectl.Output output = kubectl.run(arguments.toArray(String[]::new));
    assertThat(output.code()).as(output.output()).isZero();
  }

  /** Finds {@code deploy/crds} from the folders that the build runs tests in. */
  private static String crds(String below) {
    return Stream.of("../crds", "crds")
        .map(Path::of)
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow()
        .resolve(below)
        .toAbsolutePath()
        .normalize()
        .toString();
  }
}
