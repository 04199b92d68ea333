package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes approvals and policies as several persons to a real API server with the policy of {@code
 * deploy/admission/approvals}, and tries to write them in the name of others.
 */
@Timeout(Patience.TEST)
class ApprovalAdmissionIT {
  private static final String NAMESPACE = "approval-admission";
  private static final String MANIFESTS = "../deploy/admission/approvals";
  private static final String POLICY =
      "{disabled: %s, remediationAction: inform, policy-templates: []}";
  private static final String SPEC_WRITTEN = "f:spec";

  @TempDir private Path folder;

  private final List<KubernetesClient> clients = new ArrayList<>();
  private KubernetesClient admin;

  @BeforeEach
  void install() {
    admin = SharedDevServers.get().client();
    clients.add(admin);
    admin
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
    putInForce();
  }

  /** A policy takes a moment to count: until then nothing must be written. */
  private void putInForce() {
    kubectl("apply", "-k", MANIFESTS);
    Patience.await()
        .untilAsserted(
            () ->
                refused(
                    () -> admin.resource(rollout(approved("nobody", now()))).dryRun().create(),
                    "Cannot record an approval of group prod by nobody"));
  }

  @AfterEach
  void clear() {
    kubectl("delete", "--ignore-not-found", "-k", MANIFESTS);
    admin.genericKubernetesResources(Kinds.ROLLOUT).inNamespace(NAMESPACE).delete();
    admin.genericKubernetesResources(Kinds.POLICY).inNamespace(NAMESPACE).delete();
    clients.forEach(KubernetesClient::close);
  }

  private KubernetesClient as(String person, String... groups) {
    List<String> all = new ArrayList<>(List.of("system:masters", "system:authenticated"));
    all.addAll(Arrays.asList(groups));
    KubernetesClient client =
        HubClient.of(
            new ConfigBuilder(admin.getConfiguration())
                .withImpersonateUsername(person)
                .withImpersonateGroups(all.toArray(String[]::new))
                .build());
    clients.add(client);
    return client;
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String approved(String by, String at) {
    return "{decisionGroups: [{groupName: prod, approvals: [{by: %s, at: '%s'}]}]}"
        .formatted(by, at);
  }

  private static String rollout(String spec) {
    return """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: %s}
        spec: %s
        """
        .formatted(NAMESPACE, spec);
  }

  private static String policy(String spec) {
    return """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: web, namespace: %s}
        spec: %s
        """
        .formatted(NAMESPACE, spec);
  }

  private void apply(String person, String yaml, String... groups) {
    as(person, groups)
        .resource(yaml)
        .fieldManager("sluice:" + person)
        .forceConflicts()
        .serverSideApply();
  }

  private static void patch(KubernetesClient as, String json) {
    as.genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(NAMESPACE)
        .withName("policy-web")
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  private static void refused(ThrowingCallable write, String why) {
    assertThatThrownBy(write)
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(why);
  }

  private List<String> approvers() {
    ObjectNode rollout = read("cluster.open-cluster-management.io/v1beta1", "rollouts/policy-web");
    return rollout.at("/spec/decisionGroups/0/approvals").findValuesAsText("by");
  }

  @Test
  void eachPersonWritesAnApprovalOfTheirOwnAndTakesItBack() {
    apply("ann", rollout(approved("ann", now())));
    apply("bob", rollout(approved("bob", now())));
    assertThat(approvers()).containsExactly("ann", "bob");

    apply("bob", rollout("{decisionGroups: [{groupName: prod}]}"));
    patch(as("cyd"), "{\"spec\": {\"paused\": true}}");
    assertThat(approvers()).containsExactly("ann");
  }

  @Test
  void aRecordIsOfItsTimeAndOfAGroupOfTheWriter() {
    String old =
        Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS).toString();
    String from =
        "{decisionGroups: [{groupName: prod, approvals: [{by: ann, at: '%s', from: sre}]}]}";

    refused(
        () -> apply("ann", rollout(approved("ann", old))),
        "Cannot record an approval of group prod at " + old);
    refused(() -> apply("ann", rollout(approved("ann", "yesterday"))), "at yesterday");
    refused(
        () -> apply("ann", rollout(from.formatted(now()))),
        "Cannot record an approval of group prod from sre: ann is not a member");
    apply("ann", rollout(from.formatted(now())), "sre");
    assertThat(approvers()).containsExactly("ann");
  }

  /** Whoever may update an object may write its managed fields, too. */
  @Test
  void managedFieldsThatARequestBringsAlongDateNothing() {
    apply("bob", rollout(approved("bob", now())));
    String later = "2099-01-01T00:00:00Z";
    ObjectNode rollout = read("cluster.open-cluster-management.io/v1beta1", "rollouts/policy-web");
    ((ArrayNode) rollout.at("/spec/decisionGroups/0/approvals"))
        .addObject()
        .put("by", "ann")
        .put("at", later);
    ArrayNode managed = (ArrayNode) rollout.at("/metadata/managedFields");
    ObjectNode entry = managed.get(0).deepCopy();
    entry.put("manager", "sluice:ann").put("operation", "Update").put("time", later);
    ((ObjectNode)
            entry.at("/fieldsV1/f:spec/f:decisionGroups/k:{\"groupName\":\"prod\"}/f:approvals"))
        .putObject("k:{\"by\":\"ann\"}")
        .putObject("f:at");
    managed.add(entry);

    for (String manager : List.of("", "&fieldManager=sluice:ann", "&fieldManager=other")) {
      refused(
          () ->
              as("ann")
                  .raw(
                      "/apis/cluster.open-cluster-management.io/v1beta1/namespaces/%s/rollouts/policy-web?dryRun=All%s"
                          .formatted(NAMESPACE, manager),
                      "PUT",
                      rollout),
          "Cannot record an approval of group prod at " + later);
    }
  }

  @Test
  void nobodyChangesOrRemovesWhatAnotherRecorded() {
    apply("ann", rollout(approved("ann", now())));

    for (String spec :
        List.of(
            "{\"decisionGroups\": []}",
            "{\"decisionGroups\": null}",
            "{\"decisionGroups\": [{\"groupName\": \"prod\"}]}",
            "{\"decisionGroups\": [{\"groupName\": \"dev\"}]}")) {
      refused(
          () -> patch(as("bob"), "{\"spec\": %s}".formatted(spec)),
          "Cannot remove the approval of group prod by ann: only that user withdraws it");
    }
    String other = Instant.now().plusSeconds(20).truncatedTo(ChronoUnit.SECONDS).toString();
    refused(
        () -> apply("bob", rollout(approved("ann", other))),
        "Cannot record an approval of group prod by ann: the hub knows you as bob");
    refused(
        () -> apply("bob", rollout(approved("ann", other)), "sluice:approvals-admin"),
        "Cannot record an approval of group prod by ann");
    patch(as("bob", "sluice:approvals-admin"), "{\"spec\": {\"decisionGroups\": null}}");
    assertThat(approvers()).isEmpty();
  }

  @Test
  void nobodyMakesAnotherTheAuthorOfAPolicy() {
    refused(
        () ->
            as("ann")
                .resource(policy(POLICY.formatted("false")))
                .fieldManager("sluice:bob")
                .serverSideApply(),
        "Cannot write a policy as sluice:bob: the hub knows you as ann");
    apply("bob", policy(POLICY.formatted("false")));
    GenericKubernetesResource web =
        admin.genericKubernetesResources(Kinds.POLICY).inNamespace(NAMESPACE).withName("web").get();

    refused(
        () ->
            as("ann")
                .resource(web)
                .patch(
                    PatchContext.of(PatchType.JSON),
                    "[{\"op\": \"remove\", \"path\": \"/spec/remediationAction\"}]"),
        "Cannot take fields out of the spec of a policy");
    as("ann")
        .resource(web)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"disabled\": true}}");
    ObjectNode edited = read("policy.open-cluster-management.io/v1", "policies/web");
    List<JsonNode> bobs = new ArrayList<>();
    edited.at("/metadata/managedFields").forEach(bobs::add);
    bobs.removeIf(
        entry ->
            entry.at("/fieldsV1").has(SPEC_WRITTEN)
                && !entry.path("manager").asText().equals("sluice:bob"));
    ((ObjectNode) edited.get("metadata")).putArray("managedFields").addAll(bobs);

    refused(
        () ->
            as("ann")
                .raw(
                    "/apis/policy.open-cluster-management.io/v1/namespaces/%s/policies/web"
                        .formatted(NAMESPACE),
                    "PUT",
                    edited),
        "Cannot write metadata.managedFields of a policy");
  }

  /** The cost of expressions is limited: a policy that is too dear refuses everything. */
  @Test
  void manyGroupsWithManyApprovalsCanStillBeApproved() {
    kubectl("delete", "-k", MANIFESTS);
    String others =
        records(IntStream.range(0, 20).mapToObj("user-%02d@example.com"::formatted).toList());
    Patience.await()
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .until(() -> admin.resource(rollout(groups(others))).create() != null);
    putInForce();

    apply("ann", rollout(groups(records(List.of("ann")))));
    assertThat(approvers()).hasSize(21).endsWith("ann");
  }

  private static String groups(String records) {
    return IntStream.range(0, 256)
        .mapToObj(i -> "{groupName: group-%03d, approvals: [%s]}".formatted(i, records))
        .collect(Collectors.joining(", ", "{decisionGroups: [", "]}"));
  }

  private static String records(List<String> persons) {
    String at = now();
    return persons.stream()
        .map(person -> "{by: %s, at: '%s'}".formatted(person, at))
        .collect(Collectors.joining(", "));
  }

  private ObjectNode read(String api, String object) {
    return HubObjects.parse(
            admin.raw("/apis/%s/namespaces/%s/%s".formatted(api, NAMESPACE, object)),
            ObjectNode.class)
        .orElseThrow();
  }

  private void kubectl(String... arguments) {
    Kubectl.Output done = new Kubectl(SharedDevServers.get(), folder).run(arguments);
    assertThat(done.code()).as(done.output()).isZero();
  }
}
