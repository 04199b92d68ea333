package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GoModuleTest {
  private final Map<String, String> files = GoModule.FILES.files();

  @ParameterizedTest
  @EnumSource(Program.class)
  void everyProgramIsPinnedWithChecksums(Program program) {
    GoModule module = GoModule.of(program.module(), files);

    assertThat(module.goMod())
        .contains(program.goPackage())
        .startsWith("module sluice.io/devservers/");
    assertThat(module.goSum()).contains(" h1:");
    assertThat(ProgramVersion.in(pinned(program, module)).orElseThrow().atLeast(program.floor()))
        .isTrue();
  }

  @Test
  void programsPrintTheVersionThatIsPinned() {
    assertThat(GoModule.of("apiserver", files).linkerFlags())
        .contains("component-base/version.gitVersion=v1.36.4 ")
        .contains("version.gitMajor=1 ")
        .contains("version.gitMinor=36 ");
    assertThat(GoModule.of("temporal", files).linkerFlags()).endsWith("temporalcli.Version=1.8.2");
    assertThat(GoModule.of("helm", files).linkerFlags()).endsWith("version.version=v4.3.1");
    assertThat(GoModule.of("promtool", files).linkerFlags()).endsWith("version.Version=3.15.0");
  }

  @Test
  void otherGoModuleAreKeptElsewhere() {
    GoModule module = GoModule.of("etcd", files);
    GoModule changed = new GoModule("etcd", module.goMod(), module.goSum() + "\n");

    assertThat(module.key()).matches("etcd-[0-9a-f]{12}").isNotEqualTo(changed.key());
    assertThat(module.key()).isEqualTo(GoModule.of("etcd", files).key());
  }

  @Test
  void theBuildTrustsNothingButTheChecksums() {
    GoModule module = GoModule.of("etcd", files);

    assertThat(
            new GoBuild(Path.of("/go/bin/go"), line -> {})
                .command(Program.ETCD, module, Path.of("/out/etcd")))
        .startsWith("/go/bin/go", "build")
        .contains("-mod=readonly", "-trimpath")
        .endsWith("-o", "/out/etcd", "go.etcd.io/etcd/server/v3");
  }

  private static String pinned(Program program, GoModule module) {
    return switch (program) {
      case ETCD -> module.versionOf("go.etcd.io/etcd/server/v3");
      case KUBE_APISERVER, KUBE_CONTROLLER_MANAGER, KUBECTL ->
          module.versionOf("k8s.io/kubernetes");
      case PROMTOOL -> module.linkerFlags();
      case HELM -> module.versionOf("helm.sh/helm/v4");
      case TEMPORAL -> module.versionOf("github.com/temporalio/cli");
    };
  }
}
