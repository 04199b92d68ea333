package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds edits of how a policy is placed until the gate opens (lazy-activation 4). */
@Tag("nightly")
@Timeout(300)
class LazyBindingTest {
  private static final Duration LONG = Duration.ofSeconds(2);
  private static final String BY_GROUP = "{type: ProgressivePerGroup}";

  private final InMemoryTestServers servers = new InMemoryTestServers();
  private final RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1").lazy(true);

  @BeforeEach
  void start() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  private void done(String content, String... clusters) {
    soon(
        () -> {
          for (String cluster : clusters) {
            assertThat(fixture.content(cluster)).as(cluster).isEqualTo(content);
          }
          assertThat(fixture.status()).containsEntry("phase", "Done");
        });
  }

  private Map<String, Object> activation() {
    return JsonTree.map(fixture.status(), "activation");
  }

  private Map<String, Object> pending() {
    return JsonTree.map(activation(), "pending");
  }

  private String condition() {
    return JsonTree.maps(fixture.status(), "conditions").stream()
        .filter(condition -> "Activated".equals(condition.get("type")))
        .map(condition -> condition.get("status") + " " + condition.get("reason"))
        .findFirst()
        .orElse("");
  }

  /** Has the placement select another cluster, which waits. */
  private Map<String, Object> edited() {
    fixture.select("other").join("prod", "p2");
    soon(
        () -> {
          assertThat(pending()).containsEntry("clustersToAdd", 1);
          assertThat(condition()).isEqualTo("False PendingPolicyChange");
        });
    return pending();
  }

  private void stays() {
    Patience.await().during(LONG).untilAsserted(() -> assertThat(fixture.replica("p2")).isEmpty());
  }

  @Test
  void anEditWaitsForAChangeOfThePolicyWhateverIsRestartedMeanwhile() {
    fixture.policy("one", "");
    done("one", "d1", "p1");
    assertThat(condition()).isEqualTo("True UpToDate");

    Map<String, Object> waits = edited();
    assertThat(JsonTree.texts(waits, "changes")).containsExactly("placement");
    stays();
    fixture.stop();
    fixture.start(RolloutFixture.QUICK);
    stays();
    assertThat(pending()).isEqualTo(waits);
    assertThat(fixture.status()).containsEntry("attempt", 1);

    fixture.policy("two", "");
    done("two", "d1", "p1", "p2");
    soon(() -> assertThat(condition()).isEqualTo("True UpToDate"));
    assertThat(pending()).isEmpty();
    assertThat(fixture.status()).containsEntry("attempt", 2);
  }

  @Test
  void aChangeOfThePolicyThatIsSeenBeforeAnEarlierEditGoesToTheClustersOfThatEdit() {
    fixture.policy("one", "");
    done("one", "d1", "p1");
    List<Faults.Injected> frozen =
        Stream.of("Placement", "PlacementDecision", "PlacementBinding").map(this::freeze).toList();
    Patience.await().until(() -> frozen.stream().allMatch(fault -> fault.hits() > 0));
    fixture.select("other").join("prod", "p2");
    fixture.policy("two", "");
    Patience.await()
        .during(LONG)
        .untilAsserted(() -> assertThat(fixture.content("p1")).isEqualTo("one"));

    servers.hub().faults().clear();
    done("two", "d1", "p1", "p2");
    assertThat(pending()).isEmpty();
    assertThat(fixture.status()).containsEntry("attempt", 2);
  }

  private Faults.Injected freeze(String kind) {
    return servers
        .hub()
        .faults()
        .inject(RequestMatcher.anything().verb("watch").kind(kind), Fault.watchFrozen());
  }

  @Test
  void itsRevisionReleasesAnEditByAnAttemptAndNoOtherRevisionDoes() {
    fixture.policy("one", BY_GROUP);
    done("one", "d1", "p1");
    Map<String, Object> waits = edited();
    fixture.activatePending(Map.of("revision", "0123456789ab"));
    stays();

    fixture.activatePending(Map.of("revision", waits.get("revision")));
    done("one", "d1", "p1", "p2");
    soon(() -> assertThat(fixture.status()).containsEntry("attempt", 2));
    assertThat(JsonTree.map(activation(), "active")).containsEntry("cause", "Requested");
    assertThat(fixture.contentWrites("d1")).isEqualTo(1);
  }

  @Test
  void clustersThatJoinWithAnActivationHaveNothingUntilTheirTurn() {
    String manual =
        "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m, mandatoryDecisionGroups: [{groupName: dev}]}}";
    fixture.policy("one", manual).approve("prod");
    done("one", "d1", "p1");
    edited();
    fixture.approve();
    fixture.policy("two", manual);
    soon(() -> assertThat(fixture.content("d1")).isEqualTo("two"));
    soon(() -> assertThat(fixture.status()).containsEntry("phase", "WaitingForApproval"));
    stays();
    assertThat(fixture.content("p1")).isEqualTo("one");
    fixture.approve("prod");
    done("two", "d1", "p1", "p2");
  }

  @Test
  void anInstantReleasesWhatWaitsThenAndNotWhatWaitsLater() {
    fixture.policy("one", BY_GROUP);
    done("one", "d1", "p1");
    edited();
    fixture.activatePending(Map.of("at", Instant.now().plusSeconds(3600).toString()));
    stays();
    Instant at = Instant.now().plusSeconds(2);
    fixture.activatePending(Map.of("at", at.toString()));
    soon(() -> assertThat(fixture.replica("p2")).isPresent());
    assertThat(Instant.now()).isAfterOrEqualTo(at);
    done("one", "d1", "p1", "p2");

    fixture.select("third").join("prod", "p3");
    soon(() -> assertThat(pending()).containsEntry("clustersToAdd", 1));
    assertThat(fixture.replica("p3")).isEmpty();
  }

  @Test
  void membershipUnderTheSamePlacementIsSchedulingAndDoesNotWait() {
    fixture.policy("one", BY_GROUP);
    done("one", "d1", "p1");
    fixture.join("prod", "p2");
    done("one", "d1", "p1", "p2");
    soon(() -> assertThat(fixture.row("p2")).isEqualTo("NewCluster"));
    assertThat(pending()).isEmpty();
  }

  @Test
  void removingThePreferenceActivatesWhatWaits() {
    fixture.policy("one", BY_GROUP);
    done("one", "d1", "p1");
    edited();
    fixture.lazy(false);
    done("one", "d1", "p1", "p2");
    soon(() -> assertThat(activation()).isEmpty());
    assertThat(condition()).isEmpty();
    // By an attempt of its own, which the end of the record does not repeat.
    assertThat(fixture.status()).containsEntry("attempt", 2);
  }

  @Test
  void anEditOfTheStrategyAloneBeginsNoAttempt() {
    fixture.policy("one", BY_GROUP);
    done("one", "d1", "p1");
    fixture.policy(
        "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 7m}}");
    soon(
        () ->
            assertThat(JsonTree.texts(pending(), "changes")).isEqualTo(List.of("rolloutStrategy")));
    Patience.await()
        .during(LONG)
        .untilAsserted(() -> assertThat(fixture.status()).containsEntry("attempt", 1));
  }
}
