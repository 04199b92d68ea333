package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what clusters run before their turn (rollout-strategy 3.1 and 3.7). */
class PendingContentWriterTest {
  private final HubActivitiesScenario scene = new HubActivitiesScenario("c1", "c2", "c3");

  @AfterEach
  void stop() {
    scene.close();
  }

  private static List<String> refusals(BatchAnswer answer) {
    return answer.acks().stream().flatMap(ack -> ack.refusal().stream()).toList();
  }

  @Test
  void theFirstPassWritesTheVersionAsInformWithAndWithoutAFormerReplica() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimedInformFirst("u2", 2);

    BatchAnswer answer = scene.inform(attempt, "c1", "c2");

    assertThat(answer.acks())
        .containsExactly(Ack.written("c1", scene.now(), 2), Ack.written("c2", scene.now(), 2));
    assertThat(answer.reports()).isEmpty();
    assertThat(scene.carried("c1")).isEqualTo("two inform");
    assertThat(scene.carried("c2")).isEqualTo("two inform");
    assertThat(scene.given("c1").as()).isEqualTo(Dispatch.As.PENDING);
    assertThat(scene.given("c1").generation()).isEqualTo(2);
  }

  @Test
  void aRepeatedFirstPassWritesNothingAndAnswersTheSame() {
    AttemptRef attempt = scene.claimedInformFirst("u1", 1);
    BatchAnswer first = scene.inform(attempt, "c1", "c2");
    scene.pass();
    assertThat(scene.writes(() -> assertThat(scene.inform(attempt, "c1", "c2")).isEqualTo(first)))
        .isZero();
  }

  @Test
  void theFirstPassLeavesClustersThatEnforceThisContentAlready() {
    AttemptRef former = scene.claimed("u1", 1);
    scene.dispatch(former, "c1");
    scene.pass();
    AttemptRef retry = scene.claimedInformFirst("u2", 2);
    assertThat(scene.writes(() -> scene.inform(retry, "c1"))).isZero();
    assertThat(scene.carried("c1")).isEqualTo("one enforce");
    assertThat(scene.given("c1").attempt()).isEqualTo(1);
  }

  @Test
  void aFirstPassThatComesLateDoesNotUndoADispatch() {
    AttemptRef attempt = scene.claimedInformFirst("u1", 1);
    scene.inform(attempt, "c1");
    scene.dispatch(attempt, "c1");
    assertThat(scene.writes(() -> scene.inform(attempt, "c1"))).isZero();
    assertThat(scene.given("c1").as()).isEqualTo(Dispatch.As.DISPATCHED);
  }

  @Test
  void theDispatchAfterAFirstPassIsAWriteOfItsOwnWithItsOwnInstant() {
    AttemptRef attempt = scene.claimedInformFirst("u1", 1);
    scene.inform(attempt, "c1");
    Instant informed = scene.now();
    scene.pass();
    BatchAnswer answer = scene.dispatch(attempt, "c1");
    assertThat(answer.acks()).containsExactly(Ack.written("c1", scene.now(), 1));
    assertThat(scene.given("c1").at()).isEqualTo(scene.now()).isAfter(informed);
    assertThat(scene.carried("c1")).isEqualTo("one enforce");
    scene.pass();
    assertThat(scene.dispatch(attempt, "c1").acks()).isEqualTo(answer.acks());
  }

  @Test
  void aVerdictUnderInformIsNoSuccessOfTheVersion() {
    AttemptRef attempt = scene.claimedInformFirst("u1", 1);
    scene.inform(attempt, "c1");
    scene.hub.report("c1", "Compliant", "e1", scene.now().plusSeconds(1));
    Report report =
        scene.activities.look(HubActivitiesScenario.batch(attempt, "c1")).reports().get(0);
    boolean counts =
        report.verdict() == Verdict.POSITIVE
            && report.contentHash().equals(attempt.version().contentHash());
    assertThat(counts).isFalse();
  }

  @Test
  void aNewcomerGetsTheLastSuccessfulVersion() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimed("u2", 2);
    BatchAnswer answer = scene.lastSuccessful(attempt, "c2");
    assertThat(answer.acks()).containsExactly(Ack.written("c2", scene.now(), 2));
    assertThat(scene.carried("c2")).isEqualTo("one enforce");
    assertThat(scene.given("c2").as()).isEqualTo(Dispatch.As.NEWCOMER);
    assertThat(scene.given("c2").generation()).isEqualTo(1);
    scene.pass();
    assertThat(
            scene.writes(() -> assertThat(scene.lastSuccessful(attempt, "c2")).isEqualTo(answer)))
        .isZero();
  }

  @Test
  void aClusterThatHasAnyVersionIsNoNewcomer() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimed("u2", 2);
    scene.dispatch(attempt, "c2");
    assertThat(scene.writes(() -> scene.lastSuccessful(attempt, "c1", "c2"))).isZero();
    assertThat(List.of(scene.carried("c1"), scene.carried("c2")))
        .containsExactly("one enforce", "two enforce");
  }

  @Test
  void withoutALastSuccessfulVersionANewcomerGetsNothing() {
    AttemptRef attempt = scene.claimed("u1", 1);
    assertThat(refusals(scene.lastSuccessful(attempt, "c1"))).isEmpty();
    assertThat(scene.carried("c1")).isEmpty();
  }

  @Test
  void aClusterWithoutNamespaceIsRefusedAndTheOthersAreNot() {
    AttemptRef attempt = scene.claimedInformFirst("u1", 1);
    scene.hub.detach("c2");
    assertThat(refusals(scene.inform(attempt, "c1", "c2"))).hasSize(1);
    assertThat(scene.carried("c1")).isEqualTo("one inform");
  }

  @Test
  void anAttemptThatIsOverProvidesNothing() {
    scene.firstVersionSucceeds("c1");
    AttemptRef over = scene.claimed("u2", 2);
    scene.claimed("u3", 3);
    HubActivitiesScenario.assertClaimLost(() -> scene.inform(over, "c2"));
    HubActivitiesScenario.assertClaimLost(() -> scene.lastSuccessful(over, "c2"));
    assertThat(scene.carried("c2")).isEmpty();
  }

  @Test
  void aDisabledPolicyIsWrittenToNoCluster() {
    AttemptRef attempt = scene.claimedInformFirst("u1", 1);
    GenericKubernetesResource policy =
        scene.hub.get(Kinds.POLICY, TestHub.POLICY.namespace(), TestHub.POLICY.name());
    Map<String, Object> spec = HubObjects.part(policy, "spec");
    spec.put("disabled", true);
    policy.setAdditionalProperty("spec", spec);
    scene.hub.update(policy);
    assertThat(refusals(scene.inform(attempt, "c1")))
        .containsExactly("the policy was deleted or disabled");
  }

  @Test
  void clustersWithoutAReplicaAreNamedOnceThereIsALastSuccessfulVersion() {
    AttemptRef first = scene.claimed("u1", 1);
    assertThat(scene.activities.observe(first).fleet().withoutReplica()).isEmpty();
    scene.dispatch(first, "c1");
    scene.succeed(first);
    scene.store.put("c1/retail.tls", scene.hub.replica("c1"));
    scene.edit("two");
    AttemptRef second = scene.claimed("u2", 2);
    assertThat(scene.activities.observe(second).fleet().withoutReplica())
        .containsExactly("c2", "c3");
  }
}
