package io.sluice.hub.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Yaml;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateKind;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.TemplateReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplicaParserTest {
  private static final Instant AT = Instant.parse("2026-02-03T10:00:00Z");

  private static GenericKubernetesResource replica() {
    return Yaml.object(
        """
        kind: Policy
        metadata:
          name: retail.tls.v1
          namespace: c1
          uid: uid
          resourceVersion: "42"
          finalizers: [example.com/keep]
          labels: {policy.open-cluster-management.io/root-policy: retail.tls.v1}
          annotations: {policy.open-cluster-management.io/encryption-iv: abc}
        spec:
          disabled: false
          policy-templates: [{objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: t}}}]
        status:
          compliant: NonCompliant
          details:
          - templateMeta: {name: t}
            compliant: NonCompliant
            history:
            - {eventName: tls.17, lastTimestamp: "2026-02-03T10:00:00Z", message: NonCompliant; x}
            - {eventName: tls.16, lastTimestamp: "no time"}
          - templateMeta: {name: unjudged}
        """);
  }

  @Test
  void aReplicaIsReducedToWhatJudgesAndLocksIt() {
    CachedReplica known = ReplicaParser.of(replica()).orElseThrow();
    Replica reduced = known.replica();
    assertThat(reduced.policy()).isEqualTo(new PolicyName("retail", "tls.v1"));
    assertThat(reduced.cluster()).isEqualTo("c1");
    assertThat(reduced.resourceVersion()).isEqualTo("42");
    assertThat(reduced.dispatch()).isEmpty();
    assertThat(reduced.compliant()).contains(Compliance.NON_COMPLIANT);
    assertThat(reduced.templates())
        .extracting(TemplateRef::kind, TemplateRef::name, TemplateRef::family)
        .containsExactly(tuple("ConfigurationPolicy", "t", TemplateKind.STRICT));
    assertThat(reduced.informs()).isFalse();
    assertThat(reduced.details())
        .containsExactly(
            new TemplateReport(
                "t",
                Optional.of(Compliance.NON_COMPLIANT),
                List.of(
                    new TemplateReport.Entry("tls.17", AT),
                    new TemplateReport.Entry("tls.16", Instant.EPOCH))),
            new TemplateReport("unjudged", Optional.empty(), List.of()));
    assertThat(known.finalizers()).containsExactly("example.com/keep");
    assertThat(known.encryptionIv()).contains("abc");
  }

  @Test
  void messagesAreNotReadForTheVerdict() {
    GenericKubernetesResource contradicting =
        Yaml.object(
            """
            kind: Policy
            metadata:
              name: retail.tls.v1
              namespace: c1
              labels: {policy.open-cluster-management.io/root-policy: retail.tls.v1}
            spec: {disabled: false}
            status:
              details:
              - templateMeta: {name: t}
                compliant: Compliant
                history: [{eventName: e, lastTimestamp: "2026-02-03T10:00:00Z", message: NonCompliant; cut o}]
            """);
    contradicting.getMetadata().setUid("uid");
    contradicting.getMetadata().setResourceVersion("1");
    Replica reduced = ReplicaParser.of(contradicting).orElseThrow().replica();
    assertThat(reduced.details().get(0).compliant()).contains(Compliance.COMPLIANT);
  }

  @Test
  void whetherAReplicaInformsIsKept() {
    GenericKubernetesResource informing = replica();
    informing.setAdditionalProperty("spec", Map.of("remediationAction", "Inform"));
    assertThat(ReplicaParser.of(informing).orElseThrow().replica().informs()).isTrue();
  }

  @Test
  void aPolicyWithANameOfNoRootIsNoReplicaAndOneWithoutTheLabelMayBe() {
    GenericKubernetesResource unlabelled = replica();
    unlabelled.getMetadata().getLabels().clear();
    assertThat(ReplicaParser.of(unlabelled)).isPresent();
    assertThat(ReplicaParser.labelled(unlabelled)).isFalse();
    GenericKubernetesResource nameless = replica();
    nameless.getMetadata().setName("nodot");
    assertThat(ReplicaParser.of(nameless)).isEmpty();
  }

  @Test
  void aDispatchIsReadAsItWasWritten() {
    Dispatch dispatch =
        new Dispatch(
            "u1", 4, 7, Dispatch.As.NEWCOMER, AT, AT.plusMillis(1), Map.of("t", List.of("ab")));
    Map<String, String> annotations = Map.of(Dispatch.ANNOTATION, HubObjects.json(dispatch));
    assertThat(ReplicaParser.dispatch(annotations)).contains(dispatch);
    assertThat(annotations.get(Dispatch.ANNOTATION))
        .contains("\"rolloutUID\":\"u1\"", "\"as\":\"newcomer\"", "\"2026-02-03T10:00:00Z\"");
  }

  @Test
  void anUnreadableDispatchIsNone() {
    for (String text :
        List.of("", "{}", "[]", "yes", "null", "{\"rolloutUID\":\"u\",\"as\":\"x\"}")) {
      assertThat(ReplicaParser.dispatch(Map.of(Dispatch.ANNOTATION, text))).as(text).isEmpty();
    }
    assertThat(ReplicaParser.dispatch(Map.of())).isEmpty();
  }

  @Test
  void aChangeOfAnyLabelChangesTheDigestButAnnotationsOfSluiceDoNot() {
    String before = ReplicaParser.of(replica()).orElseThrow().digest();
    GenericKubernetesResource dispatched = replica();
    dispatched.getMetadata().getAnnotations().put(Dispatch.ANNOTATION, "{}");
    assertThat(ReplicaParser.of(dispatched).orElseThrow().digest()).isEqualTo(before);
    GenericKubernetesResource labelled = replica();
    labelled.getMetadata().getLabels().put("by", "hand");
    assertThat(ReplicaParser.of(labelled).orElseThrow().digest()).isNotEqualTo(before);
  }

  @Test
  void theStoreFindsReplicasByPolicyAndByClusterAndForgetsThem() {
    ReplicaStore store = new ReplicaStore("c1"::equals);
    PolicyName policy = new PolicyName("retail", "tls.v1");
    GenericKubernetesResource root = replica();
    root.getMetadata().getLabels().clear();
    root.getMetadata().setNamespace("retail");
    root.getMetadata().setName("tls.v1");
    assertThat(store.put(store.getKey(replica()), replica())).isNull();
    assertThat(store.put(store.getKey(root), root)).isNull();
    assertThat(store.size()).isEqualTo(2);
    assertThat(store.root(policy)).contains(root);
    assertThat(store.replicas(policy)).containsOnlyKeys("c1");
    assertThat(store.policiesOn("c1")).containsExactly(policy);
    assertThat(store.keySet()).containsExactlyInAnyOrder("retail/tls.v1", "c1/retail.tls.v1");
    GenericKubernetesResource shell = store.get("c1/retail.tls.v1");
    assertThat(shell.getMetadata().getResourceVersion()).isEqualTo("42");
    assertThat(shell.getAdditionalProperties()).isEmpty();
    assertThat(store.remove("c1/retail.tls.v1").getMetadata().getUid()).isEqualTo("uid");
    assertThat(store.remove("c1/retail.tls.v1")).isNull();
    assertThat(store.replica(policy, "c1")).isEmpty();
    assertThat(store.policiesOn("c1")).isEmpty();
    assertThat(store.policiesWithReplicas()).isEmpty();
  }

  @Test
  void aReplicaThatLostItsLabelIsFoundByItsNameAndARootWithADotStaysARoot() {
    ReplicaStore store = new ReplicaStore("c1"::equals);
    GenericKubernetesResource unlabelled = replica();
    unlabelled.getMetadata().getLabels().clear();
    GenericKubernetesResource root = replica();
    root.getMetadata().getLabels().clear();
    root.getMetadata().setNamespace("retail");
    root.getMetadata().setName("tls.v1");
    store.put("c1/retail.tls.v1", unlabelled);
    store.put("retail/tls.v1", root);

    assertThat(store.replicas(new PolicyName("retail", "tls.v1"))).containsOnlyKeys("c1");
    assertThat(store.policiesWithReplicas()).containsExactly(new PolicyName("retail", "tls.v1"));
    assertThat(store.replicas(new PolicyName("tls", "v1"))).isEmpty();
    assertThat(store.roots()).containsExactly(root);
    assertThat(store.size()).isEqualTo(2);
    store.put("c1/retail.tls.v1", replica());
    assertThat(store.replicas(new PolicyName("retail", "tls.v1"))).containsOnlyKeys("c1");
    assertThat(store.size()).isEqualTo(2);
  }

  @Test
  void aLabelledPolicyInANamespaceWithoutManagedClusterCountsOnlyWhenItWasAdopted() {
    ReplicaStore store = new ReplicaStore(namespace -> false);
    PolicyName policy = new PolicyName("retail", "tls.v1");
    store.put("c1/retail.tls.v1", replica());

    assertThat(store.replicas(policy)).isEmpty();
    assertThat(store.replica(policy, "c1")).isEmpty();
    assertThat(store.policiesOn("c1")).isEmpty();
    assertThat(store.policiesWithReplicas()).isEmpty();
    assertThat(store.replicas(policy, Set.of("c1"))).containsOnlyKeys("c1");
    store.adopt(policy, "c1");
    assertThat(store.replicas(policy)).containsOnlyKeys("c1");
    store.remove("c1/retail.tls.v1");
    store.put("c1/retail.tls.v1", replica());
    assertThat(store.replicas(policy)).isEmpty();
  }
}
