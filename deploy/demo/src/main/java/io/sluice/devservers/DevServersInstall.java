package io.sluice.devservers;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Provides the programs, from what is there or by building them. */
@Command(
    name = "install",
    mixinStandardHelpOptions = true,
    description =
        "Take the programs from SLUICE_DEVSERVERS_BIN or PATH; build those missing with Go. Stopped half-way, it goes on where it was.")
final class DevServersInstall implements Callable<Integer> {
  @Mixin private DevServersFolder common;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "<program>",
      description = "Only these: etcd, kube-apiserver, kube-controller-manager, kubectl, temporal.")
  private List<String> only;

  @Override
  public Integer call() throws Exception {
    List<Program> wanted =
        only == null ? List.of(Program.values()) : only.stream().map(this::named).toList();
    return common.run(
        () -> {
          new Installation(System.getenv(), common.news()).install(wanted);
          return DevServersFolder.OK;
        });
  }

  private Program named(String name) {
    return Arrays.stream(Program.values())
        .filter(program -> program.file().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "Cannot install %s: no such program. Choose from %s."
                        .formatted(name, Arrays.toString(Program.values()))));
  }
}
