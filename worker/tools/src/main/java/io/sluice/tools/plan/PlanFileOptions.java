package io.sluice.tools.plan;

import io.sluice.hub.read.HubMode;
import io.sluice.tools.option.ModeOption;
import io.sluice.tools.placement.FileOptions;
import io.sluice.tools.placement.GroupingOption;
import java.time.Instant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Holds the options that name files which a plan takes as applied. */
final class PlanFileOptions {
  @Mixin private FileOptions files;
  @Mixin private GroupingOption grouping;

  @Option(
      names = "--local",
      description = "Ask no hub: plan from the files alone, clusters included.")
  private boolean local;

  @Mixin private ModeOption mode;

  boolean given() {
    return files.given();
  }

  boolean local() {
    return local;
  }

  HubMode mode() {
    return mode.ofFiles();
  }

  /** Refuses options that do not go together. */
  void check(CommandSpec command, boolean template) {
    if (given() && template) {
      throw new ParameterException(
          command.commandLine(),
          "Cannot use -f with --template: files are planned for policies. Leave one of them out.");
    }
    if (local && !given()) {
      throw new ParameterException(
          command.commandLine(),
          "Cannot use --local: no file is named. Name one, as -f web-tls.yaml.");
    }
    if (mode.asked().isPresent() && !local) {
      throw new ParameterException(
          command.commandLine(),
          "Cannot use --%s: what runs on the hub decides. Leave it out, or add --local."
              .formatted(mode.asked().get().beside() ? "beside" : "standalone"));
    }
  }

  /** Reads the files; objects that name no namespace get this one. */
  AppliedFiles read(String namespace, Instant now) {
    return new AppliedFiles(files.manifests(), namespace, local, grouping.mode(), now);
  }
}
