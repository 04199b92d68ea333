package io.sluice.hub.replica;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.read.TestHub;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Hashes;
import io.sluice.policy.ReplicaContent;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaWriterTest {
  private static final RequestMatcher POLICIES =
      RequestMatcher.anything().kind("Policy").subresource("");

  private TestHub hub;
  private final TickingClock clock = new TickingClock(NOW);
  private ReplicaWriter writer;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.namespace("c1");
    writer = new ReplicaWriter(hub.client, clock);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private static DesiredReplica desired(String cluster, String marker, DispatchRule stamp) {
    return new DesiredReplica(
        POLICY,
        cluster,
        iv ->
            new ReplicaContent(
                Map.of(
                    "policy.open-cluster-management.io/root-policy",
                    "retail.tls",
                    "policy.open-cluster-management.io/cluster-name",
                    cluster),
                iv.map(v -> Map.of("policy.open-cluster-management.io/encryption-iv", v))
                    .orElse(Map.of()),
                Map.of("disabled", false, "policy-templates", List.of(), "marker", marker)),
        stamp);
  }

  /** Content whose one template stays the same. */
  private static DesiredReplica withTemplate(String marker, long attempt) {
    DesiredReplica desired = desired(marker, attempt);
    Map<String, Object> template =
        Map.of(
            "objectDefinition",
            Map.of(
                "apiVersion",
                "policy.open-cluster-management.io/v1",
                "kind",
                "ConfigurationPolicy",
                "metadata",
                Map.of("name", "tls-config")));
    return new DesiredReplica(
        POLICY,
        "c1",
        iv -> {
          ReplicaContent content = desired.content().apply(iv);
          Map<String, Object> spec = new LinkedHashMap<>(content.spec());
          spec.put("policy-templates", List.of(template));
          return new ReplicaContent(content.labels(), content.annotations(), spec);
        },
        desired.rule());
  }

  private static DesiredReplica desired(String marker, long attempt) {
    return desired(
        "c1", marker, DispatchRule.of("u" + attempt, attempt, attempt, Dispatch.As.DISPATCHED));
  }

  private Optional<CachedReplica> known() {
    return writer.read(POLICY, "c1");
  }

  private Dispatch dispatch() {
    return known().orElseThrow().replica().dispatch().orElseThrow();
  }

  private String content() {
    return known().orElseThrow().replica().contentHash();
  }

  private Object marker() {
    return HubObjects.part(hub.replica("c1"), "spec").get("marker");
  }

  @Test
  void anAbsentReplicaTakesOnePostAndNothingElse() {
    hub.hub.forgetRequests();
    WriteResult written = writer.write(desired("v1", 1), Optional.empty());
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.CREATED);
    assertThat(hub.hub.requests()).hasSize(1).containsEntry("create policies", 1L);
    assertThat(dispatch())
        .isEqualTo(
            new Dispatch(
                "u1",
                1,
                1,
                Dispatch.As.DISPATCHED,
                NOW,
                NOW,
                Map.of(),
                Map.of(),
                List.of(),
                content(),
                "",
                true));
  }

  @Test
  void aChangeTakesOnePutAndNothingElse() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    hub.hub.forgetRequests();
    WriteResult written = writer.write(desired("v2", 2), cached);
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.UPDATED);
    assertThat(hub.hub.requests()).hasSize(1).containsEntry("update policies", 1L);
    assertThat(marker()).isEqualTo("v2");
  }

  @Test
  void whatBelongsToOthersSurvivesAChange() {
    writer.write(desired("v1", 1), Optional.empty());
    GenericKubernetesResource replica = hub.replica("c1");
    replica.getMetadata().setFinalizers(List.of("example.com/keep"));
    replica
        .getMetadata()
        .getAnnotations()
        .put("policy.open-cluster-management.io/encryption-iv", "abc");
    hub.update(replica);
    hub.report("c1", "Compliant", "e1", NOW);
    writer.write(desired("v2", 2), known());
    GenericKubernetesResource after = hub.replica("c1");
    assertThat(after.getMetadata().getFinalizers()).containsExactly("example.com/keep");
    assertThat(HubObjects.annotations(after))
        .containsEntry("policy.open-cluster-management.io/encryption-iv", "abc");
    assertThat(HubObjects.part(after, "status")).containsEntry("compliant", "Compliant");
  }

  @Test
  void theBaselineHoldsTheEventsThatTheWriteFindsThere() {
    writer.write(desired("v1", 1), Optional.empty());
    hub.report("c1", "Compliant", "tls.17a", NOW);
    writer.write(desired("v2", 2), known());
    assertThat(dispatch().baseline())
        .isEqualTo(Map.of("tls-config", List.of(Hashes.ofName("tls.17a"))));
  }

  @Test
  void aTemplateThatTheWriteLeavesAsItIsKeepsItsBaselineAndInstant() {
    writer.write(withTemplate("v1", 1), Optional.empty());
    hub.report("c1", "Compliant", "tls.17a", NOW);
    clock.pass(Duration.ofMinutes(10));
    hub.hub.forgetRequests();
    writer.write(withTemplate("v2", 2), known());
    assertThat(hub.contentWrites()).isEqualTo(1);
    assertThat(dispatch().baseline()).isEmpty();
    assertThat(dispatch().since()).isEqualTo(Map.of("tls-config", NOW));
    assertThat(dispatch().written()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
  }

  @Test
  void aRepeatedDispatchWritesNothingAndKeepsItsInstant() {
    writer.write(desired("v1", 1), Optional.empty());
    hub.hub.forgetRequests();
    clock.pass(Duration.ofSeconds(30));
    WriteResult again = writer.write(desired("v1", 1), known());
    assertThat(again.kind()).isEqualTo(WriteResult.Kind.UNCHANGED);
    assertThat(hub.contentWrites()).isZero();
    assertThat(dispatch().at()).isEqualTo(NOW);
  }

  @Test
  void anAttemptThatWritesTwiceKeepsTheInstantOfItsDispatchAndMovesThatOfTheWrite() {
    writer.write(desired("by hand", 1), Optional.empty());
    clock.pass(Duration.ofSeconds(30));
    writer.write(desired("v1", 1), known());
    assertThat(dispatch().at()).isEqualTo(NOW);
    assertThat(dispatch().written()).isEqualTo(NOW.plusSeconds(30));
  }

  @Test
  void whatOnlyTheCacheTakesForDoneIsLookedAtOnTheHub() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> stale = known();
    writer.write(desired("v2", 2), known());
    WriteResult written = writer.write(desired("v1", 3), stale);
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.UPDATED);
    assertThat(marker()).isEqualTo("v1");
    assertThat(dispatch().attempt()).isEqualTo(3);
  }

  @Test
  void aReportOfTheSpokeMeanwhileCostsOneReadAndOneMorePutWithItsEventInTheBaseline() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    hub.report("c1", "NonCompliant", "tls.17b", NOW);
    hub.hub.forgetRequests();
    writer.write(desired("v2", 2), cached);
    assertThat(hub.hub.requests())
        .containsEntry("update policies", 2L)
        .containsEntry("get policies", 1L);
    assertThat(hub.contentWrites()).isEqualTo(1);
    assertThat(dispatch().baseline().get("tls-config")).containsExactly(Hashes.ofName("tls.17b"));
  }

  @Test
  void anAnswerLostAfterThePostIsFoundOnTheReplica() {
    hub.hub.forgetRequests();
    hub.hub.faults().inject(POLICIES.verb("create"), Fault.lostAnswer(), 1);
    WriteResult written = writer.write(desired("v1", 1), Optional.empty());
    assertThat(written.replica().orElseThrow().replica().dispatch()).contains(dispatch());
    assertThat(dispatch().attempt()).isEqualTo(1);
    assertThat(hub.contentWrites()).isEqualTo(1);
  }

  @Test
  void anAnswerLostAfterThePutIsFoundOnTheReplica() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    hub.hub.forgetRequests();
    hub.hub.faults().inject(POLICIES.verb("update"), Fault.lostAnswer(), 1);
    WriteResult written = writer.write(desired("v2", 2), cached);
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.UNCHANGED);
    assertThat(dispatch().attempt()).isEqualTo(2);
    assertThat(dispatch().baseline()).isEmpty();
    assertThat(hub.contentWrites()).isEqualTo(1);
  }

  @Test
  void aForgedHigherNumberOnAReplicaIsAnotherDispatchAndIsOverwritten() {
    writer.write(desired("v1", Long.MAX_VALUE), Optional.empty());
    WriteResult written = writer.write(desired("v2", 2), known());
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.UPDATED);
    assertThat(marker()).isEqualTo("v2");
    assertThat(dispatch().attempt()).isEqualTo(2);
  }

  @Test
  void aReplicaThatHasLostItsLabelIsPutBack() {
    writer.write(desired("v1", 1), Optional.empty());
    GenericKubernetesResource replica = hub.replica("c1");
    replica.getMetadata().setLabels(Map.of());
    hub.update(replica);
    assertThat(writer.write(desired("v1", 1), Optional.empty()).kind())
        .isEqualTo(WriteResult.Kind.UPDATED);
    assertThat(HubObjects.labels(hub.replica("c1"))).isNotEmpty();
  }

  @Test
  void aClusterWithoutANamespaceIsRefusedWithAReason() {
    WriteResult written =
        writer.write(desired("nowhere", "v1", DispatchRule.none()), Optional.empty());
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.REFUSED);
    assertThat(written.why()).startsWith("the cluster has no namespace on the hub");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | admission webhook denied the request",
        "403 | policies retail.tls is forbidden: ValidatingAdmissionPolicy 'names' denied request:"
            + " no",
        "413 | Request entity too large: limit is 3145728",
        "422 | Policy retail.tls is invalid: spec.disabled: Required value",
        "418 | anything else below 500",
        "500 | Internal error occurred: failed calling webhook tls.example.com: connection refused",
        "500 | etcdserver: request is too large"
      })
  void anAnswerAboutTheReplicaIsARefusalOfThisCluster(int code, String message) {
    hub.hub.faults().inject(POLICIES.verb("create"), Fault.error(code, message));
    hub.hub.faults().inject(POLICIES.verb("update"), Fault.error(code, message));
    WriteResult written = writer.write(desired("v1", 1), Optional.empty());
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.REFUSED);
    assertThat(written.why()).contains(message);
    hub.hub.faults().clear();
    writer.write(desired("v1", 1), Optional.empty());
    hub.hub.faults().inject(POLICIES.verb("update"), Fault.error(code, message));
    assertThat(writer.write(desired("v2", 2), known()).kind()).isEqualTo(WriteResult.Kind.REFUSED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | Unauthorized",
        "429 | too many requests",
        "500 | etcdserver: leader changed",
        "503 | apiserver not ready",
        "504 | Timeout: request did not complete within requested timeout"
      })
  void anAnswerAboutTheHubIsAnException(int code, String message) {
    hub.hub.faults().inject(POLICIES.verb("create"), Fault.error(code, message));
    assertThatThrownBy(() -> writer.write(desired("v1", 1), Optional.empty()))
        .isInstanceOfSatisfying(
            HubException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  @Test
  void aMissingPermissionIsARefusalThatNamesIt() {
    hub.hub
        .faults()
        .inject(
            POLICIES.verb("create"),
            Fault.error(403, "policies is forbidden: User sluice cannot create resource policies"),
            1);
    assertThat(writer.write(desired("v1", 1), Optional.empty()).why())
        .endsWith(
            ". Grant the verb create on policies.policy.open-cluster-management.io to Sluice.");
  }

  @Test
  void aReplicaThatNeverHoldsStillIsDecidedAnewAfterFiveTries() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    DesiredReplica desired =
        desired("v2", 2)
            .onlyIf(
                changed -> {
                  hub.report("c1", "Compliant", "e" + clock.instant(), clock.instant());
                  clock.pass(Duration.ofSeconds(1));
                  return true;
                });
    hub.hub.forgetRequests();
    WriteResult written = writer.write(desired, cached);
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.CHANGED);
    assertThat(written.why()).isEqualTo("the object changed 5 times while it was being written");
    assertThat(hub.hub.requests()).containsEntry("update policies", 5L);
  }

  @Test
  void aConflictWithoutANewerVersionIsARefusal() {
    writer.write(desired("v1", 1), Optional.empty());
    hub.hub.faults().inject(POLICIES.verb("update"), Fault.error(409, "denied by a webhook"));
    WriteResult written = writer.write(desired("v2", 2), known());
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.REFUSED);
    assertThat(written.why()).isEqualTo("the hub refuses it (409): denied by a webhook");
  }

  @Test
  void afterAConflictNothingIsWrittenThatDoesNotHoldAnyMore() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> stale = known();
    new ReplicaWriter(hub.client, clock).write(desired("v3", 3), known());
    hub.hub.forgetRequests();
    WriteResult written = writer.write(desired("v2", 2).onlyIf(changed -> !changed), stale);
    assertThat(written.kind()).isEqualTo(WriteResult.Kind.CHANGED);
    assertThat(marker()).isEqualTo("v3");
    assertThat(hub.contentWrites()).isZero();
  }

  @Test
  void aSecondWriteFromTheSameStaleCacheMeetsNoConflict() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    hub.hub.forgetRequests();
    writer.write(desired("v2", 2), cached);
    writer.write(desired("v3", 3), cached);
    assertThat(hub.hub.requests()).hasSize(1).containsEntry("update policies", 2L);
    assertThat(marker()).isEqualTo("v3");
  }

  @Test
  void aRepairOfDriftKeepsTheDispatchButItsBaselineAndInstantOfWriting() {
    writer.write(desired("v1", 1), Optional.empty());
    GenericKubernetesResource replica = hub.replica("c1");
    replica.setAdditionalProperty("spec", Map.of("disabled", true, "marker", "by hand"));
    hub.update(replica);
    hub.report("c1", "NonCompliant", "e9", NOW);
    clock.pass(Duration.ofHours(1));
    writer.write(desired("c1", "v1", DispatchRule.repair(Optional.of(dispatch()))), known());
    assertThat(marker()).isEqualTo("v1");
    assertThat(dispatch())
        .isEqualTo(
            new Dispatch(
                "u1",
                1,
                1,
                Dispatch.As.DISPATCHED,
                NOW,
                NOW.plus(Duration.ofHours(1)),
                Map.of("tls-config", List.of(Hashes.ofName("e9"))),
                Map.of(),
                List.of(),
                content(),
                "",
                true));
  }

  @Test
  void aReplicaOfAnUnstagedPolicyCarriesNoDispatch() {
    writer.write(desired("v1", 1), Optional.empty());
    writer.write(desired("c1", "v2", DispatchRule.none()), known());
    assertThat(known().orElseThrow().replica().dispatch()).isEmpty();
  }

  @Test
  void aReplicaIsDeletedOnce() {
    writer.write(desired("v1", 1), Optional.empty());
    assertThat(writer.delete(POLICY, "c1", Optional.empty(), live -> true).kind())
        .isEqualTo(WriteResult.Kind.DELETED);
    assertThat(writer.delete(POLICY, "c1", Optional.empty(), live -> true).kind())
        .isEqualTo(WriteResult.Kind.UNCHANGED);
    assertThat(known()).isEmpty();
  }

  @Test
  void aReplicaThatChangesWhileItIsDeletedStaysAndTheDeletionIsNotRepeated() {
    writer.write(desired("v1", 1), Optional.empty());
    hub.hub.forgetRequests();
    WriteResult deleted =
        writer.delete(
            POLICY,
            "c1",
            Optional.empty(),
            live -> {
              hub.report("c1", "Compliant", "e1", NOW);
              return true;
            });
    assertThat(deleted.kind()).isEqualTo(WriteResult.Kind.CHANGED);
    assertThat(hub.hub.requests()).containsEntry("delete policies", 1L);
    assertThat(known()).isPresent();
  }

  @Test
  void whatTheCacheShowsIsDeletedByOneRequest() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    hub.hub.forgetRequests();

    assertThat(writer.delete(POLICY, "c1", cached, live -> true).kind())
        .isEqualTo(WriteResult.Kind.DELETED);
    assertThat(hub.hub.requests()).containsOnlyKeys("delete policies");
    assertThat(known()).isEmpty();
  }

  @Test
  void whatTheCacheStillShowsAfterItsDeletionIsNotDeletedAgain() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    writer.delete(POLICY, "c1", cached, live -> true);
    hub.hub.forgetRequests();

    assertThat(writer.delete(POLICY, "c1", cached, live -> true).kind())
        .isEqualTo(WriteResult.Kind.UNCHANGED);
    assertThat(hub.hub.requests()).isEmpty();

    writer.write(desired("v1", 1), Optional.empty());
    assertThat(writer.delete(POLICY, "c1", known(), live -> true).kind())
        .as("another replica of the same name")
        .isEqualTo(WriteResult.Kind.DELETED);
  }

  @Test
  void whatTheCacheStillShowsLaterIsDeletedAgain() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    writer.delete(POLICY, "c1", cached, live -> true);
    hub.hub.forgetRequests();
    clock.pass(ReplicaPort.UNSEEN);

    writer.delete(POLICY, "c1", cached, live -> true);

    assertThat(hub.hub.requests()).as("it may come from a backup").containsKey("delete policies");
  }

  @Test
  void aReplicaWithAFinalizerIsNotTakenForDeleted() {
    writer.write(desired("v1", 1), Optional.empty());
    GenericKubernetesResource replica = hub.replica("c1");
    replica.getMetadata().setFinalizers(List.of("example.com/keep"));
    hub.client.resource(replica).update();
    Optional<CachedReplica> cached = known();
    writer.delete(POLICY, "c1", cached, live -> true);
    hub.hub.forgetRequests();

    writer.delete(POLICY, "c1", cached, live -> true);

    assertThat(hub.hub.requests()).containsKey("delete policies");
  }

  @Test
  void aReplicaThatHasChangedSinceTheCacheSawItIsLookedAtAgain() {
    writer.write(desired("v1", 1), Optional.empty());
    Optional<CachedReplica> cached = known();
    hub.report("c1", "Compliant", "e1", NOW);

    Predicate<CachedReplica> silent = live -> live.replica().compliant().isEmpty();
    assertThat(writer.delete(POLICY, "c1", cached, silent).kind())
        .as("the report is what nobody has looked at")
        .isEqualTo(WriteResult.Kind.CHANGED);
    assertThat(known()).isPresent();
    assertThat(writer.delete(POLICY, "c1", cached, live -> true).kind())
        .isEqualTo(WriteResult.Kind.DELETED);
  }

  @Test
  void anotherReplicaAtTheVersionThatTheCacheShowsIsLookedAtAgain() {
    writer.write(desired("v1", 1), Optional.empty());
    CachedReplica there = known().orElseThrow();
    CachedReplica former =
        new CachedReplica(
            there.replica(),
            "d0f7c1a2-0000-0000-0000-000000000000",
            there.digest(),
            there.finalizers(),
            there.ownerReferences(),
            there.encryptionIv(),
            there.gate(),
            there.rolloutStatus());

    Predicate<CachedReplica> justified = live -> live.uid().equals(former.uid());
    assertThat(writer.delete(POLICY, "c1", Optional.of(former), justified).kind())
        .as("after the hub was restored from a backup, versions come again")
        .isEqualTo(WriteResult.Kind.CHANGED);
    assertThat(known()).isPresent();
  }

  @Test
  void aDeletionThatTheLiveReplicaDoesNotJustifyIsNotSent() {
    writer.write(desired("v2", 2), Optional.empty());
    hub.hub.forgetRequests();
    WriteResult deleted =
        writer.delete(
            POLICY,
            "c1",
            Optional.empty(),
            live -> live.replica().dispatch().orElseThrow().attempt() == 1);
    assertThat(deleted.kind()).isEqualTo(WriteResult.Kind.CHANGED);
    assertThat(hub.hub.requests()).doesNotContainKey("delete policies");
  }
}
