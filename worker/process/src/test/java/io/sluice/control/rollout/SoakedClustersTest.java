package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Remembers the clusters whose soak is over, as the run knows them. */
class SoakedClustersTest {
  private final OverrideHub overrides = new OverrideHub().bound("c1", "c2", "c3");
  private Optional<Ledger> ledger = Optional.empty();
  private final SoakedClusters soaked = new SoakedClusters(policy -> ledger);

  @BeforeEach
  void begin() {
    overrides.status("rolloutUID", "u1");
    release("PerCluster");
  }

  @AfterEach
  void close() {
    overrides.close();
  }

  private void release(String when) {
    overrides
        .at(Kinds.ROLLOUT, "policy-web")
        .edit(
            rollout -> {
              Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(rollout, "spec"));
              spec.put("overrideRelease", when);
              rollout.setAdditionalProperty("spec", spec);
              return rollout;
            });
  }

  private static Ledger ledger(String uid, Ledger.Row... rows) {
    PolicyVersion version = new PolicyVersion("p", 1, "h");
    return new Ledger(
        new AttemptRef(OverrideHub.POLICY, uid, 1, version, "s", false), List.of(rows));
  }

  private static Ledger.Row row(String cluster, String status, boolean ended) {
    return new Ledger.Row(cluster, status, ended);
  }

  private boolean refresh() {
    return soaked.refresh(overrides.context());
  }

  @Test
  void onlySuccessesWhoseSoakIsOverCount() {
    ledger =
        Optional.of(
            ledger(
                "u1",
                row("c1", "Succeeded", true),
                row("c2", "Succeeded", false),
                row("c3", "TimeOut", true)));
    assertThat(refresh()).isTrue();
    assertThat(soaked.of(overrides.context())).containsExactly("c1");
  }

  @Test
  void aRefreshReportsWhetherThereAreOthers() {
    ledger = Optional.of(ledger("u1", row("c1", "Succeeded", true)));
    assertThat(refresh()).isTrue();
    assertThat(refresh()).isFalse();
    ledger = Optional.of(ledger("u1", row("c1", "Succeeded", true), row("c2", "Succeeded", true)));
    assertThat(refresh()).isTrue();
    assertThat(soaked.of(overrides.context())).containsExactly("c1", "c2");
  }

  @Test
  void withoutAnOpenRunWhatIsKnownStays() {
    ledger = Optional.of(ledger("u1", row("c1", "Succeeded", true)));
    refresh();
    ledger = Optional.empty();
    assertThat(refresh()).isFalse();
    assertThat(soaked.of(overrides.context())).containsExactly("c1");
  }

  @Test
  void thoseOfAnotherAttemptDoNotCount() {
    ledger = Optional.of(ledger("u1", row("c1", "Succeeded", true)));
    refresh();
    overrides.status("rolloutUID", "u2");
    assertThat(soaked.of(overrides.context())).isEmpty();
  }

  @Test
  void aPolicyThatReleasesAllAtOnceAsksNoRun() {
    ledger = Optional.of(ledger("u1", row("c1", "Succeeded", true)));
    refresh();
    release("WhenDone");
    SoakedClusters asking = new SoakedClusters(SoakedClustersTest::unreachable);
    assertThat(asking.refresh(overrides.context())).isFalse();
    assertThat(refresh()).isFalse();
    assertThat(soaked.of(overrides.context())).isEmpty();
  }

  @Test
  void anUnreachableTemporalIsReported() {
    SoakedClusters asking = new SoakedClusters(SoakedClustersTest::unreachable);
    assertThatThrownBy(() -> asking.refresh(overrides.context())).hasMessage("no connection");
    assertThat(asking.of(overrides.context())).isEmpty();
  }

  private static Optional<Ledger> unreachable(PolicyName policy) {
    throw new IllegalStateException("no connection");
  }
}
