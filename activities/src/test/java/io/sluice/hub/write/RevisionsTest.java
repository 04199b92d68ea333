package io.sluice.hub.write;

import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RevisionsTest {
  private TestHub hub;
  private Revisions revisions;

  /** The owner must exist: objects of a deleted policy are garbage-collected. */
  private String uid;

  @BeforeEach
  void start() {
    hub = new TestHub();
    revisions = new Revisions(hub.client);
    uid = hub.policy("one").getMetadata().getUid();
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private static RootPolicy root(String uid, long generation, String label, String marker) {
    Map<String, Object> spec = Map.of("disabled", false, "marker", marker);
    return new RootPolicy(
        POLICY,
        uid,
        generation,
        false,
        new PolicySnapshot(Map.of("label", label), Map.of(), spec),
        HubObjects.size(spec));
  }

  private static PolicyVersion version(String uid, long generation) {
    return new PolicyVersion(uid, generation, "any");
  }

  @Test
  void aVersionIsKeptOnceWithOwnerLabelsAndContent() {
    Revision kept = revisions.keep(root(uid, 1, "a", "one"));
    hub.hub.forgetRequests();
    assertThat(revisions.keep(root(uid, 1, "a", "one"))).isEqualTo(kept);
    assertThat(hub.hub.writes()).isEmpty();
    GenericKubernetesResource object =
        hub.get(Kinds.CONTROLLER_REVISION, POLICY.namespace(), kept.name());
    assertThat(kept.name()).matches("tls-[0-9a-f]{8}");
    assertThat(HubObjects.labels(object))
        .containsEntry("sluice.io/policy", "tls")
        .containsEntry("cluster.open-cluster-management.io/backup", "");
    assertThat(object.getMetadata().getOwnerReferences().get(0).getUid()).isEqualTo(uid);
    assertThat(kept.snapshot().spec()).containsEntry("marker", "one");
  }

  @Test
  void theNewestRevisionOfAGenerationCounts() {
    revisions.keep(root(uid, 1, "a", "one"));
    Revision newer = revisions.keep(root(uid, 1, "b", "one"));
    assertThat(revisions.newestOf(POLICY, version(uid, 1))).contains(newer);
  }

  @Test
  void contentThatComesBackStandsForBothGenerations() {
    Revision first = revisions.keep(root(uid, 1, "a", "one"));
    Revision second = revisions.keep(root(uid, 2, "a", "two"));
    Revision back = revisions.keep(root(uid, 3, "a", "one"));
    assertThat(back.name()).isEqualTo(first.name());
    assertThat(revisions.newestOf(POLICY, version(uid, 1))).contains(back);
    assertThat(revisions.newestOf(POLICY, version(uid, 2))).contains(second);
    assertThat(revisions.newestOf(POLICY, version(uid, 3))).contains(back);
  }

  @Test
  void aLabelThatIsSetBackMakesItsRevisionTheNewestAgain() {
    Revision first = revisions.keep(root(uid, 1, "a", "one"));
    revisions.keep(root(uid, 1, "b", "one"));
    revisions.keep(root(uid, 1, "a", "one"));
    assertThat(revisions.newestOf(POLICY, version(uid, 1)).orElseThrow().name())
        .isEqualTo(first.name());
  }

  @Test
  void aRevisionOfAnotherPolicyUidIsReplaced() {
    String other = hub.uidOfAnotherPolicy();
    revisions.keep(root(other, 1, "a", "one"));
    assertThat(revisions.newestOf(POLICY, version(uid, 1))).isEmpty();
    assertThat(revisions.keep(root(uid, 1, "a", "one")).policyUid()).isEqualTo(uid);
  }

  @Test
  void aRevisionThatLostItsOwnerInARestoreIsAdoptedWithItsAttempt() {
    Revision kept = revisions.keep(root(uid, 7, "a", "one"));
    revisions.claimed(POLICY, kept, 5);
    GenericKubernetesResource object =
        hub.get(Kinds.CONTROLLER_REVISION, POLICY.namespace(), kept.name());
    object.getMetadata().setOwnerReferences(List.of());
    hub.client.genericKubernetesResources(Kinds.CONTROLLER_REVISION).resource(object).update();

    assertThat(revisions.newestOf(POLICY, version(uid, 7))).isEmpty();
    assertThat(revisions.lastAttempt(POLICY, uid)).hasValue(5);
    Revision adopted = revisions.keep(root(uid, 1, "a", "one"));
    assertThat(adopted.policyUid()).isEqualTo(uid);
    assertThat(adopted.generations()).containsExactly(1L);
    assertThat(adopted.attempt()).hasValue(5);
  }

  @Test
  void aNameIsReadOnce() {
    String name = revisions.keep(root(uid, 1, "a", "one")).name();
    Revisions fresh = new Revisions(hub.client);
    fresh.byName(POLICY, name);
    hub.hub.forgetRequests();
    assertThat(fresh.byName(POLICY, name).orElseThrow().generations()).isEqualTo(List.of(1L));
    assertThat(hub.hub.requests()).isEmpty();
  }

  @Test
  void whatIsNeitherNeededNorAmongTheNewestTenGoes() {
    for (int generation = 1; generation <= 13; generation++) {
      revisions.keep(root(uid, generation, "a", "v" + generation));
    }
    int deleted = revisions.prune(POLICY, revision -> revision.generations().contains(2L));
    assertThat(deleted).isEqualTo(2);
    assertThat(revisions.list(POLICY, uid))
        .extracting(revision -> revision.generations().get(0))
        .containsExactly(13L, 12L, 11L, 10L, 9L, 8L, 7L, 6L, 5L, 4L, 2L);
  }

  @Test
  void contentThatIsTooLargeIsRefusedWithAReason() {
    RootPolicy large = root(uid, 1, "a", "x".repeat(800 * 1024));
    assertThatThrownBy(() -> revisions.keep(large))
        .hasMessage(
            "Cannot roll out policy retail/tls: its content has 801 KiB, and at most 700 can be"
                + " kept. Split the policy.");
  }
}
