package io.sluice.hub.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaPort;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolicyStatusWriterTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final Map<String, Object> COMPLIANT = Map.of("compliant", "Compliant");
  private static final Map<String, Object> NON_COMPLIANT = Map.of("compliant", "NonCompliant");

  private TestHub hub;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: tls, namespace: retail}
        spec: {disabled: false, policy-templates: []}
        """);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private GenericKubernetesResource root() {
    return new HubApi(hub.client).get(Kinds.POLICY, "retail", "tls").orElseThrow();
  }

  private PolicyStatusWriter writer() {
    return new PolicyStatusWriter(hub.client, Kinds.POLICY, new TickingClock(START));
  }

  @Test
  void whatItReplacedItselfIsNoReasonForAConflict() {
    PolicyStatusWriter writer = writer();
    GenericKubernetesResource stale = root();
    assertThat(writer.write(stale, COMPLIANT)).isTrue();
    long requests = hub.hub.requests().values().stream().mapToLong(Long::longValue).sum();

    assertThat(writer.write(stale, NON_COMPLIANT)).isFalse();
    assertThat(hub.hub.requests().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(requests);
    assertThat(writer.write(root(), NON_COMPLIANT)).isTrue();
    assertThat(HubObjects.part(root(), "status")).isEqualTo(NON_COMPLIANT);
  }

  @Test
  void aVersionThatIsBackLongAfterIsWrittenAgain() {
    TickingClock clock = new TickingClock(START);
    ReplacedVersions versions = new ReplacedVersions(clock);
    versions.remember("u1", "7");
    assertThat(versions.contains("u1", "7")).isTrue();
    assertThat(versions.contains("u1", "8")).isFalse();
    assertThat(versions.contains("u2", "7")).isFalse();

    clock.pass(ReplicaPort.UNSEEN);
    assertThat(versions.contains("u1", "7")).isFalse();
  }

  @Test
  void aWriteThatChangesNothingReplacesNothing() {
    PolicyStatusWriter writer = writer();
    writer.write(root(), COMPLIANT);
    GenericKubernetesResource read = root();
    assertThat(writer.write(read, COMPLIANT)).isTrue();
    assertThat(root().getMetadata().getResourceVersion())
        .isEqualTo(read.getMetadata().getResourceVersion());
    assertThat(writer.write(read, NON_COMPLIANT)).isTrue();
  }
}
