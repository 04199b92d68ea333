package io.sluice.tools.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CommandWriterTest {
  private static final CommandTarget WEB = CommandTarget.of(new PolicyName("policies", "web"));

  @Command(name = "any")
  static final class AnyCommand {
    @Mixin private HubOptions hub;
  }

  @Test
  void aCommandHasTheOptionsThatThisOneWasCalledWith() {
    assertThat(
            writer("--kubeconfig hub.yaml --context prod --as ann --as-group ops --as-group dev")
                .about(WEB, "approve", "prod"))
        .isEqualTo(
            "./sluice approve web prod -n policies --kubeconfig hub.yaml --context prod --as ann"
                + " --as-group ops --as-group dev");
    assertThat(writer("--cluster c --user u").about(WEB, "status"))
        .isEqualTo("./sluice status web -n policies --cluster c --user u");
    assertThat(writer("").write("status")).isEqualTo("./sluice status");
  }

  @Test
  void aCommandOfKubectlHasThemAsKubectlNamesThem() {
    assertThat(writer("--context prod").kubectl("get", "managedclusters"))
        .isEqualTo("kubectl get managedclusters --context prod");
    assertThat(writer("--hub http://127.0.0.1:1").kubectl("get", "managedclusters"))
        .isEqualTo("kubectl get managedclusters --server http://127.0.0.1:1");
    assertThat(
            writer("--context prod")
                .completed("Install it: kubectl apply -k deploy/gate. If it is, look."))
        .isEqualTo("Install it: kubectl apply -k deploy/gate --context prod. If it is, look.");
  }

  @Test
  void whatAShellWouldSplitIsQuoted() {
    assertThat(new CommandWriter(List.of("--context", "ann's hub")).write("status"))
        .isEqualTo("./sluice status --context 'ann'\\''s hub'");
  }

  @Test
  void aTemplateIsNamedWithItsNamespaceAndThatOfSluiceIfItIsAnother() {
    assertThat(
            CommandWriter.PLAIN.about(
                CommandTarget.ofTemplate("Deployment", "shop", "web", "sluice-system"),
                "approve",
                "canary"))
        .isEqualTo("./sluice approve --template Deployment/web canary -n shop");
    assertThat(
            CommandWriter.PLAIN.about(
                CommandTarget.ofTemplate("ClusterRole", "", "viewer", "ops"), "status"))
        .isEqualTo("./sluice status --template ClusterRole/viewer --lease-namespace ops");
  }

  private static CommandWriter writer(String options) {
    AnyCommand command = new AnyCommand();
    new CommandLine(command).parseArgs(options.isEmpty() ? new String[0] : options.split(" "));
    return command.hub.commands();
  }
}
