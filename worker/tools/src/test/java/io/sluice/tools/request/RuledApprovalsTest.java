package io.sluice.tools.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.tools.cli.CommandRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Approves groups that rules cover, and revokes that, as persons of different groups do. */
class RuledApprovalsTest {
  private static final String BOB =
      "{by: bob, at: '2026-01-01T00:00:00Z', for: {content: HASH, future: 1}, from: sre}";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();
  private String version = "";
  private String type = "manualPerGroup";
  private String author = "sluice:carol";
  private String hash;

  @BeforeEach
  void fillTheHub() {
    create("{apiVersion: v1, kind: Namespace, metadata: {name: policies}}");
  }

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  @Test
  void anApprovalIsRecordedWithThePersonAndWhatIsOnTheHub() {
    version = "7";
    Instant before = Instant.now().minusSeconds(1);
    given("approvalRules: [{groups: [prod], required: 2, from: [security, sre]}]");

    assertThat(run("ann", "approve web prod --comment tried", "people", "sre").out())
        .isEqualTo(
            "Recorded your approval of group prod of policy policies/web for version 7, content %s.\n1 of 2 approvals by members of security or sre: ann. 1 more is missing.\n"
                .formatted(hash));

    Map<String, Object> record = records("prod").get(0);
    assertThat(Instant.parse((String) record.get("at"))).isAfter(before);
    assertThat(record)
        .containsEntry("by", "ann")
        .containsEntry("from", "sre")
        .containsEntry("comment", "tried")
        .containsEntry("for", Map.of("rolloutUID", "u1", "version", "7", "content", hash))
        .hasSize(5);
    assertThat(spec()).doesNotContainKeys("approvals", "approvalsForVersion");
  }

  @Test
  void theLastOfAQuorumLetsTheGroupGoAndRecordsOfOthersStayAsTheyAre() {
    given(
        "approvalRules: [{required: 2}], decisionGroups: [{groupName: prod, future: 1, approvals: [%s]}, {groupName: dev, rolloutApproved: true}]"
            .formatted(BOB));
    List<Map<String, Object>> former = records("prod");

    assertThat(run("ann", "approve web prod").out())
        .contains("2 of 2 approvals: bob, ann.\nThat lets 3 clusters go, each in its turn.\n");

    assertThat(records("prod")).hasSize(2).startsWith(former.get(0));
    assertThat(JsonTree.maps(spec(), "decisionGroups").get(0)).containsEntry("future", 1);
    assertThat(JsonTree.maps(spec(), "decisionGroups").get(1))
        .isEqualTo(Map.of("groupName", "dev", "rolloutApproved", true));
  }

  @Test
  void askingTwiceChangesNothingUnlessApprovalsExpire() {
    given("approvalRules: [{boundTo: Any}]");
    assertThat(run("ann", "approve web --ungrouped --any-version").out())
        .startsWith(
            "Recorded your approval of the ungrouped clusters of policy policies/web, whatever is rolled out.\n1 of 1 approval: ann.\n");
    hub.forgetRequests();

    assertThat(run("ann", "approve web --ungrouped").out())
        .startsWith("You have already approved the ungrouped clusters of policy policies/web");
    assertThat(hub.writes()).isEmpty();
  }

  @Test
  void whatExpiresIsRenewedInItsPlace() {
    given(
        "approvalRules: [{expiresAfter: 1h}], decisionGroups: [{groupName: prod, approvals: [{by: ann, at: '2026-01-01T00:00:00Z', for: {content: HASH}, comment: old}, %s]}]"
            .formatted(BOB));

    assertThat(run("ann", "approve web prod").out())
        .contains("1 of 1 approval: ann.\nYours counts until 2", "That lets 3 clusters go");

    assertThat(records("prod")).extracting("by").containsExactly("ann", "bob");
    assertThat(records("prod").get(0)).doesNotContainKey("comment");
    assertThat((String) records("prod").get(0).get("at")).isGreaterThan("2026-01-02");
  }

  @Test
  void anyStrategyIsHeldByARule() {
    type = "ProgressivePerGroup";
    given("approvalRules: [{groups: [prod]}]");
    assertThat(run("ann", "approve web prod").out()).startsWith("Recorded your approval");
    refuses(
        "Cannot approve group dev of policy policies/web: its strategy is ProgressivePerGroup, which"
            + " needs no approval. Use manualPerGroup to decide by hand.\n",
        run("ann", "approve web dev"));
  }

  @Test
  void whatWouldNotCountIsRefused() {
    given(
        "approvalRules: [{groups: [prod], from: [security]}, {groups: [dev], separateAuthor: true}, {groups: [qa], boundTo: Version}]");

    refuses(
        "Cannot approve group prod of policy policies/web: a rule counts members of security alone,"
            + " and the hub knows ann as none. Ask one of them.\n",
        run("ann", "approve web prod", "sre"));
    refuses(
        "Cannot approve group dev of policy policies/web: a rule does not count the author of the"
            + " version, who is carol. Ask somebody else.\n",
        run("carol", "approve web dev"));
    refuses(
        "Cannot approve group prod of policy policies/web: a rule binds approvals to what is"
            + " approved, so that none holds for every version. Leave --any-version out, or have the"
            + " rule say boundTo: Any.\n",
        run("ann", "approve web prod --any-version", "security"));
    assertThat(spec()).doesNotContainKey("decisionGroups");
    assertThat(run("ann", "approve web qa").out()).as("by its attempt").startsWith("Recorded");
  }

  @Test
  void nobodyCountsWhereTheHubNamesNoAuthor() {
    author = "kubectl-edit";
    given("approvalRules: [{separateAuthor: true}]");
    assertThat(run("ann", "approve web prod").err())
        .contains("the hub names no person who wrote it, so that nobody's approval counts.");
  }

  @Test
  void whoIsNotVerifiedCannotApprove() {
    given("approvalRules: [{required: 1}]");
    CommandRun run = CommandRun.of("approve", "web", "prod", "-n", "policies", "--hub", hub.url());
    assertThat(run.err()).contains("the hub does not say as whom it knows you.");
  }

  @Test
  void withoutARuleNoCommentIsKept() {
    given("approvalRules: [{groups: [prod]}]");
    assertThat(run("ann", "approve web dev --comment why").out())
        .startsWith("Approved group dev of policy policies/web.\n")
        .contains("The comment is not kept: no rule of approvals covers the group.\n");
  }

  @Test
  void rulesThatAreRefusedAreNamed() {
    given("approvalRules: [{expiresAfter: soon}]");
    assertThat(run("ann", "approve web prod").err())
        .contains(
            "the rules of approvals are refused, so that nothing counts.",
            "Rollout spec.approvalRules[0].expiresAfter");
  }

  @Test
  void onesOwnApprovalIsWithdrawnFirstAndThenTheGroupIsHeld() {
    given(
        "approvalRules: [{groups: [prod]}], decisionGroups: [{groupName: prod, approvals: [%s]}]"
            .formatted(BOB));

    assertThat(run("bob", "revoke web prod").out())
        .isEqualTo(
            "Withdrew your approval of group prod of policy policies/web.\n0 of 1 approval. 1 more is missing.\n3 clusters are not started and wait.\nHold it whatever others approve with the same command once more.\n");
    assertThat(records("prod")).isEmpty();
    assertThat(spec()).doesNotContainKey("approvals");

    assertThat(run("bob", "revoke web prod").out())
        .startsWith(
            "Revoked group prod of policy policies/web, where you have recorded no approval: it"
                + " waits, whatever people approve. 3 clusters are not started and wait.\n"
                + "End that with: ./sluice approve web prod -n policies");
    assertThat(spec()).containsEntry("approvals", Map.of("prod", Map.of("rolloutApproved", false)));
    assertThat(run("bob", "revoke web prod").out())
        .isEqualTo("Group prod of policy policies/web is already revoked.\n");

    assertThat(run("ann", "approve web prod").out())
        .contains("That ends the revocation, which held group prod whatever people approve.\n");
    assertThat(JsonTree.map(spec(), "approvals")).isEmpty();
  }

  @Test
  void anApprovalOfAnotherPersonIsWithdrawnByName() {
    given(
        "approvalRules: [{groups: [prod]}], decisionGroups: [{groupName: prod, approvals: [%s]}]"
            .formatted(BOB));

    assertThat(run("ann", "revoke web prod --of eve").out())
        .isEqualTo(
            "eve has recorded no approval of group prod of policy policies/web. Those who have: bob.\n");
    assertThat(run("ann", "revoke web prod --of bob").out())
        .startsWith(
            "Withdrew the recorded approval of group prod of policy policies/web. It was of bob.\n");
    assertThat(records("prod")).isEmpty();
  }

  @Test
  void aManifestThatHasTheListTakesRecordsBack() {
    given("approvalRules: [{groups: [prod]}], decisionGroups: [{groupName: prod}]");
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .edit(
            rollout -> {
              rollout
                  .getMetadata()
                  .setAnnotations(
                      Map.of(
                          "kubectl.kubernetes.io/last-applied-configuration",
                          "{\"spec\":{\"decisionGroups\":[{\"groupName\":\"prod\"}]}}"));
              return rollout;
            });
    assertThat(run("ann", "approve web prod").out())
        .contains(
            "spec.decisionGroups: the next apply of it, or sync of Argo CD, takes this back. Take"
                + " spec.decisionGroups out of it, or have it applied with --server-side.\n");
  }

  private static void refuses(String message, CommandRun run) {
    assertThat(run).isEqualTo(new CommandRun(1, "", message));
  }

  /** Runs a command as a person who is a member of these groups. */
  private CommandRun run(String user, String command, String... groups) {
    List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
    words.addAll(List.of("-n", "policies", "--hub", hub.url(), "--as", user));
    Stream.of(groups).forEach(group -> words.addAll(List.of("--as-group", group)));
    return CommandRun.of(words.toArray(String[]::new));
  }

  private List<Map<String, Object>> records(String group) {
    return JsonTree.maps(spec(), "decisionGroups").stream()
        .filter(entry -> group.equals(entry.get("groupName")))
        .flatMap(entry -> JsonTree.maps(entry, "approvals").stream())
        .toList();
  }

  private Map<String, Object> spec() {
    return HubObjects.part(
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace("policies")
            .withName("policy-web")
            .get(),
        "spec");
  }

  /** Creates the policy, and its Rollout with that spec; HASH is that of the policy's content. */
  private void given(String spec) {
    String annotations =
        version.isEmpty()
            ? ""
            : ", annotations: {policy.open-cluster-management.io/version: '%s'}".formatted(version);
    GenericKubernetesResource policy =
        create(
            "{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, metadata: {name: web, namespace: policies, managedFields: [{manager: '%s', operation: Update, apiVersion: policy.open-cluster-management.io/v1, time: '2026-01-01T00:00:00Z', fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:disabled': {}}}}]%s}, spec: {disabled: false, rolloutStrategy: {type: %s}}}"
                .formatted(author, annotations, type));
    RootPolicy root = RootPolicy.of(policy);
    hash = VersionContent.hash(root.name(), root.snapshot());
    GenericKubernetesResource rollout =
        create(
            "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout, metadata: {name: policy-web, namespace: policies}, spec: {%s}}"
                .formatted(spec.replace("HASH", hash)));
    rollout.setAdditionalProperty(
        "status",
        Serialization.unmarshal(
            """
            phase: WaitingForApproval
            rolloutUID: u1
            currentRolloutGeneration: 1
            runOpen: true
            counts: {clusters: 3, toApply: 3}
            decisionGroups:
            - {placement: p, groupName: dev, groupIndex: 0}
            - {placement: p, groupName: qa, groupIndex: 1}
            - {placement: p, groupName: prod, groupIndex: 2, counts: {clusters: 3, toApply: 3}}
            - {placement: p, groupName: '', groupIndex: 3}
            """,
            Map.class));
    client.resource(rollout).updateStatus();
  }

  private GenericKubernetesResource create(String yaml) {
    return client
        .resource(Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class))
        .create();
  }
}
