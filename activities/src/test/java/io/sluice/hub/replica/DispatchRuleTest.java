package io.sluice.hub.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Yaml;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Hashes;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the dispatch that a write leaves in the annotation (rollout-strategy E1 and E5). */
class DispatchRuleTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(600);
  private static final Dispatch FIRST =
      new Dispatch("u1", 1, 1, Dispatch.As.DISPATCHED, NOW, NOW, Map.of("b", List.of("0badcafe")));

  private static ReplicaContent content(String a, String b) {
    return new ReplicaContent(Map.of(), Map.of(), Yaml.tree(spec(a, b)));
  }

  private static String spec(String a, String b) {
    return """
    remediationAction: enforce
    policy-templates:
    - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: a}, spec: {marker: %s}}
    - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: b}, spec: {marker: %s}}
    """
        .formatted(a, b);
  }

  /** A replica as it is read from the hub, with a report on each template. */
  private static Optional<Replica> found(Optional<Dispatch> dispatch, String a, String b) {
    GenericKubernetesResource policy =
        Yaml.object(
            """
            kind: Policy
            metadata:
              name: retail.tls
              namespace: c1
              uid: uid
              resourceVersion: "42"
              labels: {policy.open-cluster-management.io/root-policy: retail.tls}
            status:
              compliant: Compliant
              details:
              - {templateMeta: {name: a}, compliant: Compliant, history: [{eventName: a.1, lastTimestamp: "2026-02-03T10:00:05Z"}]}
              - {templateMeta: {name: b}, compliant: Compliant, history: [{eventName: b.1, lastTimestamp: "2026-02-03T10:00:05Z"}]}
            """);
    policy.setAdditionalProperty("spec", content(a, b).spec());
    dispatch.ifPresent(
        given ->
            policy
                .getMetadata()
                .setAnnotations(Map.of(Dispatch.ANNOTATION, HubObjects.json(given))));
    return ReplicaParser.of(policy).map(CachedReplica::replica);
  }

  private static Dispatch next(Optional<Replica> found, String a, String b) {
    return DispatchRule.of("u2", 2, 2, Dispatch.As.DISPATCHED)
        .over(found, content(a, b), LATER)
        .orElseThrow();
  }

  @Test
  void aTemplateThatChangesGetsTheEventsThatAreThere() {
    Dispatch next = next(found(Optional.of(FIRST), "1", "1"), "2", "1");
    assertThat(next.baseline().get("a")).containsExactly(Hashes.ofName("a.1"));
    assertThat(next.written()).isEqualTo(LATER);
    assertThat(next.at()).isEqualTo(LATER);
  }

  @Test
  void aTemplateThatStaysKeepsItsBaselineAndTheInstantOfItsLastChange() {
    Dispatch next = next(found(Optional.of(FIRST), "1", "1"), "2", "1");
    assertThat(next.baseline().get("b")).containsExactly("0badcafe");
    assertThat(next.since()).isEqualTo(Map.of("b", NOW));
    assertThat(next.unknown()).isEmpty();
  }

  @Test
  void theWrittenContentIsNotedSoThatOthersWritesAreSeen() {
    Dispatch next = next(found(Optional.of(FIRST), "1", "1"), "2", "1");
    assertThat(next.content()).isEqualTo(content("2", "1").contentHash());
    Dispatch after = next(found(Optional.of(next), "by hand", "1"), "3", "1");
    assertThat(after.unknown()).containsExactly("b");
    assertThat(after.since()).isEmpty();
  }

  @Test
  void overAReplicaWithoutADispatchWhatStaysIsUnknown() {
    Dispatch next = next(found(Optional.empty(), "1", "1"), "2", "1");
    assertThat(next.unknown()).containsExactly("b");
    assertThat(next.baseline()).containsOnlyKeys("a", "b");
  }

  @Test
  void aNewReplicaRemembersNothing() {
    Dispatch next = next(Optional.empty(), "1", "1");
    assertThat(next.baseline()).isEmpty();
    assertThat(next.since()).isEmpty();
    assertThat(next.unknown()).isEmpty();
  }

  @Test
  void aSecondWriteOfAnAttemptKeepsTheInstantOfItsDispatch() {
    Dispatch again =
        DispatchRule.of("u1", 1, 1, Dispatch.As.DISPATCHED)
            .over(found(Optional.of(FIRST), "by hand", "1"), content("1", "1"), LATER)
            .orElseThrow();
    assertThat(again.at()).isEqualTo(NOW);
    assertThat(again.written()).isEqualTo(LATER);
  }

  @Test
  void aReplicaThatWasGoneNamesTheInstantOfItsFirstDispatch() {
    Dispatch again =
        DispatchRule.of("u1", 1, 1, Dispatch.As.DISPATCHED, Optional.of(NOW))
            .over(Optional.empty(), content("1", "1"), LATER)
            .orElseThrow();
    assertThat(again.at()).isEqualTo(NOW);
    assertThat(again.written()).isEqualTo(LATER);
    assertThat(again.created()).isTrue();
  }

  @Test
  void aRepairKeepsAllButBaselineAndWritten() {
    Dispatch repaired =
        DispatchRule.repair(Optional.empty())
            .over(found(Optional.of(FIRST), "by hand", "1"), content("1", "1"), LATER)
            .orElseThrow();
    assertThat(repaired)
        .isEqualTo(
            new Dispatch(
                "u1",
                1,
                1,
                Dispatch.As.DISPATCHED,
                NOW,
                LATER,
                Map.of("a", List.of(Hashes.ofName("a.1")), "b", List.of("0badcafe")),
                Map.of("b", NOW),
                List.of(),
                content("1", "1").contentHash(),
                "",
                false));
  }

  @Test
  void anyOtherDispatchForbidsTheCorrectionOfDrift() {
    DispatchRule keep = DispatchRule.keep(FIRST);
    assertThat(keep.forbiddenBy(Optional.of(FIRST))).isFalse();
    assertThat(keep.forbiddenBy(Optional.of(FIRST.creating()))).isFalse();
    assertThat(keep.forbiddenBy(Optional.empty())).isTrue();
    for (Dispatch other :
        List.of(
            new Dispatch("u2", 1, 1, Dispatch.As.DISPATCHED, NOW, NOW, Map.of()),
            new Dispatch("u1", 2, 1, Dispatch.As.DISPATCHED, NOW, NOW, Map.of()),
            new Dispatch("u1", 1, 2, Dispatch.As.DISPATCHED, NOW, NOW, Map.of()),
            new Dispatch("u1", 1, 1, Dispatch.As.TAKEN_BACK, NOW, NOW, Map.of()))) {
      assertThat(keep.forbiddenBy(Optional.of(other))).isTrue();
    }
  }

  @Test
  void onlyTheDispatchThatCreatesAReplicaIsMarked() {
    assertThat(next(Optional.empty(), "1", "1").created()).isTrue();
    assertThat(next(found(Optional.of(FIRST.creating()), "1", "1"), "2", "1").created()).isFalse();
    Dispatch made = next(Optional.empty(), "1", "1");
    assertThat(next(found(Optional.of(made), "by hand", "1"), "1", "1").created()).isTrue();
  }

  @Test
  void anotherReasonInTheSameAttemptHasAnInstantOfItsOwn() {
    Dispatch pending = new Dispatch("u2", 2, 2, Dispatch.As.PENDING, NOW, NOW, Map.of());
    assertThat(next(found(Optional.of(pending), "1", "1"), "2", "1").at()).isEqualTo(LATER);
    Dispatch same = new Dispatch("u2", 2, 2, Dispatch.As.DISPATCHED, NOW, NOW, Map.of());
    assertThat(next(found(Optional.of(same), "1", "1"), "2", "1").at()).isEqualTo(NOW);
  }

  @Test
  void theAnnotationComesBackAsItWasWritten() {
    Dispatch next = next(found(Optional.empty(), "1", "1"), "2", "1");
    Dispatch after = next(found(Optional.of(next), "2", "1"), "3", "1");
    assertThat(ReplicaParser.dispatch(Map.of(Dispatch.ANNOTATION, HubObjects.json(after))))
        .contains(after);
    assertThat(HubObjects.json(after)).contains("\"unknown\":[\"b\"]", "\"since\":{\"b\":\"");
  }

  @Test
  void anAnnotationOfAnOlderVersionIsStillRead() {
    String old =
        "{\"rolloutUID\":\"u1\",\"attempt\":1,\"generation\":1,\"as\":\"dispatched\","
            + "\"at\":\"2026-02-03T10:00:00Z\",\"written\":\"2026-02-03T10:00:00Z\","
            + "\"baseline\":{\"b\":[\"0badcafe\"]}}";
    assertThat(ReplicaParser.dispatch(Map.of(Dispatch.ANNOTATION, old))).contains(FIRST);
  }

  @Test
  void theReplicaOfAnUnstagedPolicyIsStampedWithNothing() {
    assertThat(
            DispatchRule.none().over(found(Optional.of(FIRST), "1", "1"), content("2", "1"), LATER))
        .isEmpty();
    assertThat(found(Optional.empty(), "1", "1").orElseThrow().policy())
        .isEqualTo(new PolicyName("retail", "tls"));
  }
}
