package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.SpecEditor;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandsTest {
  private static final String EVIL = "Cannot \u001b[2J\u009b5A\u202e\u0007\rgo on";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void fillTheHub() {
    create("apiVersion: v1\nkind: Namespace\nmetadata: {name: policies}");
    create(policy("web-tls", "rolloutStrategy: {type: manualPerGroup}"));
    create(policy("plain", "disabled: false"));
    create(policy("fast", "rolloutStrategy: {type: Progressive}"));
    rollout("web-tls");
    rollout("fast");
  }

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "status -A",
        "status -w",
        "status web-tls",
        "status web-tls -w",
        "wait web-tls",
        "history web-tls",
        "plan web-tls",
        "lint web-tls",
        "approve web-tls prod",
        "pause web-tls",
        "report web-tls"
      })
  void anExpiredTokenIsSaid(String command) {
    hub.faults().inject(RequestMatcher.anything(), Fault.error(401, "Unauthorized"));

    assertThat(run((command + " -n policies").split(" "))).isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString(
            "Cannot log in to the hub: the token has expired or is not accepted. Renew the token or"
                + " certificate in the kubeconfig, or name another with --kubeconfig.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status POLICY",
        "history POLICY",
        "plan POLICY",
        "lint POLICY",
        "why POLICY c1",
        "adopt POLICY",
        "approve POLICY dev",
        "revoke POLICY dev",
        "pause POLICY",
        "resume POLICY",
        "retry POLICY",
        "abort POLICY",
        "skip POLICY c1",
        "activate POLICY",
        "report POLICY",
        "wait POLICY --timeout 1s"
      })
  void everyCommandTakesAPolicyAsItIsPrinted(String command) {
    for (String reference :
        List.of(
            "policies/web-tls",
            "policies/policy-web-tls",
            "policy-web-tls -n policies",
            "rollout/policy-web-tls -n policies")) {
      run(command.replace("POLICY", reference).split(" "));
      assertThat(err.toString())
          .as(reference)
          .doesNotContain("no such policy", "Cannot go on", "no name", "policy-web-tls:", "Usage");
    }
    run(command.replace("POLICY", "shop/nope").split(" "));
    assertThat(err.toString()).containsAnyOf("policy shop/nope", "cluster c1: the hub has no");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "plan", "lint", "pause", "history", "wait", "report", "adopt"})
  void aNameWithABlankGetsAPlainError(String command) {
    assertThat(run(command, "web tls", "-n", "policies")).isNotZero();
    assertThat(err.toString()).startsWith("Cannot find policy \"web tls\": that is no name. ");
  }

  @Test
  void theNearestGroupIsOffered() {
    run("approve", "web-tls", "pord", "-n", "policies");
    assertThat(err.toString()).contains("no such group. Did you mean prod? Groups are dev");
  }

  @Test
  void statusOfAMissingPolicyNamesThoseThatThereAre() {
    assertThat(run("status", "nope", "-n", "policies")).isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString(
            "Cannot show policy policies/nope: the hub has no such policy. There are: fast, plain,"
                + " web-tls.\n");
  }

  @Test
  void statusInTheWrongNamespaceNamesTheRightOne() {
    assertThat(run("status", "web-tls")).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString()).contains("default/web-tls").contains("add -n policies.");
  }

  @Test
  void statusOfARefusedPolicySaysWhy() {
    assertThat(run("status", "fast", "-n", "policies")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("Not accepted: Cannot roll out policy policies/fast");
  }

  /** Who may write a status or an annotation must not write on the terminal of those who look. */
  @ParameterizedTest
  @ValueSource(strings = {"text", "wide", "json", "yaml", "name"})
  void whatObjectsHoldObeysNoTerminal(String format) {
    create(policy("evil", "rolloutStrategy: {type: All}"));
    GenericKubernetesResource rollout =
        create(
            "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Rollout\nmetadata: {name: policy-evil, namespace: policies}");
    rollout.setAdditionalProperty(
        "status",
        Map.of(
            "phase",
            "Pending",
            "waitingFor",
            EVIL,
            "conditions",
            List.of(Map.of("type", "Accepted", "status", "False", "message", EVIL))));
    client.resource(rollout).updateStatus();

    assertThat(run("status", "evil", "-n", "policies", "-o", format)).isEqualTo(ExitCodes.OK);
    assertThat(run("status", "-n", "policies", "-o", format)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("evil");
    assertThat(err.toString() + out).doesNotContain("\u001b", "\u009b", "\u202e", "\u0007", "\r");
    if (format.equals("text")) {
      assertThat(out.toString()).contains("Cannot \ufffd[2J\ufffd5A\ufffd");
    }
    if (format.equals("json")) {
      assertThat(out.toString()).contains("Cannot \\u001B[2J\\u009b5A\\u202e");
    }
  }

  @Test
  void statusOfAnUnstagedPolicySaysSo() {
    assertThat(run("status", "plain", "-n", "policies")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("unstaged", "goes to every cluster at once");
  }

  @Test
  void approvingTwiceIsApprovingOnce() {
    assertThat(run("approve", "web-tls", "prod", "-n", "policies")).isEqualTo(ExitCodes.OK);
    assertThat(run("approve", "web-tls", "prod", "-n", "policies")).isEqualTo(ExitCodes.OK);

    assertThat(out)
        .hasToString(
            """
            Approved group prod of policy policies/web-tls.
            Group prod of policy policies/web-tls is already approved.
            """);
    assertThat(spec("web-tls"))
        .hasToString(
            "{decisionGroups=[{groupName=dev, rolloutApproved=true}],"
                + " approvals={prod={rolloutApproved=true}}}");
  }

  @Test
  void anApprovalIsWrittenUnderThePersonOfTheKubeconfig(@TempDir Path folder) throws IOException {
    Path kubeconfig = Files.writeString(folder.resolve("config"), kubeconfig("ann"));

    assertThat(execute("approve", "web-tls", "prod", "--kubeconfig", kubeconfig.toString()))
        .isZero();
    assertThat(spec("web-tls").toString()).contains("prod={rolloutApproved=true}");
    try (KubernetesClient named =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
            .build()) {
      // A hub that does not say whom it has verified.
      assertThat(SpecEditor.of(named)).isEqualTo("sluice:ann");
    }
    assertThat(SpecEditor.person("sluice:ann")).isEqualTo("ann, with sluice");
    assertThat(SpecEditor.of(client)).isEqualTo("sluice");
  }

  @Test
  void theUngroupedClustersAreApprovedTogether() {
    assertThat(run("approve", "web-tls", "--ungrouped", "-n", "policies")).isZero();
    assertThat(spec("web-tls").toString()).contains("ungrouped={rolloutApproved=true}");
  }

  @Test
  void anUnknownGroupIsRefusedWithTheGroupsThatThereAre() {
    assertThat(run("approve", "web-tls", "qa", "-n", "policies")).isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString(
            "Cannot approve group qa of policy policies/web-tls: no such group. Groups are dev,"
                + " prod and ungrouped.\n");
  }

  @Test
  void aStrategyWithoutApprovalsCannotBeApproved() {
    assertThat(run("approve", "fast", "dev", "-n", "policies")).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString()).contains("its strategy is Progressive, which needs no approval.");
  }

  @Test
  void aConflictIsReadAndDecidedAnew() {
    hub.faults()
        .inject(RequestMatcher.anything().verb("patch").kind("Rollout"), Fault.conflict(), 2);

    assertThat(run("approve", "web-tls", "prod", "-n", "policies")).isEqualTo(ExitCodes.OK);
    assertThat(spec("web-tls").toString()).contains("prod={rolloutApproved=true}");
  }

  @Test
  void aHubThatIsNotThereIsNamedAsSuch() {
    hub.stop();

    assertThat(run("status", "web-tls", "-n", "policies")).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString()).startsWith("Cannot reach the hub: the connection is refused.");
  }

  @Test
  void everyBadValueIsNamedWithAnExample() {
    assertThat(
            execute(
                "worker",
                "--health-port=99999",
                "--soak-floor=10min",
                "--approvals-temporal=yes",
                "--placements=some",
                "--placement-grouping=fixed",
                "--bogus"))
        .isEqualTo(ExitCodes.USAGE);
    assertThat(err)
        .hasToString(
            """
            Cannot use --health-port 99999: it is no port. Write a number from 0 to 65535, such as 8080; 0 takes any free one.
            Cannot use --soak-floor 10min: it is no duration. Write one such as 90s, 10m or 1h30m.
            Cannot use --approvals-temporal yes: it is none of: Allowed, Refused. Write one.
            Cannot use --placements some: it is none of: annotated, all, off. Write one.
            Cannot use --placement-grouping fixed: it is none of: stable, recompute. Write one.
            Unknown option: '--bogus'
            Try: ./sluice worker --help
            """);
  }

  @Test
  void twoHubsAtOnceAreRefused() {
    assertThat(execute("status", "web-tls", "--hub", "http://x", "--kubeconfig", "y"))
        .isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString())
        .startsWith(
            "Cannot use two of these at once: --kubeconfig=FILE, --hub=URL. Leave one out.");
  }

  @Test
  void helpIsStillShownAndAnUnknownCommandStillHasASuggestion() {
    assertThat(execute("status", "--help")).isZero();
    assertThat(out.toString()).contains("Shows where the rollout of a policy stands;");
    assertThat(execute("stats")).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains("Did you mean: sluice status");
  }

  @Test
  void aCommandThatIsNamedIsDescribedAlone() {
    Terminal pipe = new Terminal(false, false, 24, TerminalStyle.PLAIN);

    assertThat(Cli.commandLine(pipe, (line, terminal) -> {}, "status", "-A").getSubcommands())
        .containsOnlyKeys("status");
    assertThat(Cli.commandLine(pipe, (line, terminal) -> {}, "completion").getSubcommands())
        .containsKeys("status", "wait", "worker");
    assertThat(Cli.commandLine(pipe, (line, terminal) -> {}, "--help").getSubcommands())
        .containsKeys("status", "wait", "worker");
  }

  @Test
  void aWrongCommandLineHasItsOwnExitCode() {
    assertThat(run("approve", "web-tls")).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).startsWith("Cannot approve: no group is named.");
  }

  private String kubeconfig(String user) {
    return """
    apiVersion: v1
    kind: Config
    current-context: here
    clusters: [{name: hub, cluster: {server: "%s"}}]
    contexts: [{name: here, context: {cluster: hub, namespace: policies, user: %s}}]
    users: [{name: %s, user: {token: x}}]
    """
        .formatted(hub.url(), user, user);
  }

  private int run(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--hub";
    all[args.length + 1] = hub.url();
    return execute(all);
  }

  private int execute(String... args) {
    CommandLine line =
        Cli.commandLine(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), (command, console) -> {});
    Cli.print(line, out, err);
    return line.execute(args);
  }

  private Object spec(String policy) {
    return client
        .genericKubernetesResources("cluster.open-cluster-management.io/v1beta1", "Rollout")
        .inNamespace("policies")
        .withName("policy-" + policy)
        .get()
        .getAdditionalProperties()
        .get("spec");
  }

  private static String policy(String name, String spec) {
    return """
    apiVersion: policy.open-cluster-management.io/v1
    kind: Policy
    metadata: {name: %s, namespace: policies}
    spec: {%s}
    """
        .formatted(name, spec);
  }

  private void rollout(String policy) {
    GenericKubernetesResource rollout =
        create(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-%s, namespace: policies}
            spec: {decisionGroups: [{groupName: dev, rolloutApproved: true}]}
            """
                .formatted(policy));
    rollout.setAdditionalProperty(
        "status",
        Serialization.unmarshal(
            """
            phase: Pending
            decisionGroups:
              - {placement: web, groupName: dev, groupIndex: 0, approved: true}
              - {placement: web, groupName: prod, groupIndex: 1, approved: false}
            conditions:
              - {type: Accepted, status: "False", message: Cannot roll out policy policies/%s}
            """
                .formatted(policy),
            Map.class));
    client.resource(rollout).updateStatus();
  }

  private GenericKubernetesResource create(String yaml) {
    return client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
  }
}
