package io.sluice.devservers;

import java.util.List;

/** Names the programs that the development servers consist of, and the least version of each. */
public enum Program {
  /** 3.4 is out of support, and newer API servers are not tried with it. */
  ETCD("etcd", new ProgramVersion(3, 5, 0), "etcd", "go.etcd.io/etcd/server/v3", true),
  /** 1.30 is the first with validating admission policies in v1. */
  KUBE_APISERVER(
      "kube-apiserver",
      new ProgramVersion(1, 30, 0),
      "apiserver",
      "k8s.io/kubernetes/cmd/kube-apiserver",
      true),
  /** Removes namespaces and owned objects; without it both stay for ever. */
  KUBE_CONTROLLER_MANAGER(
      "kube-controller-manager",
      new ProgramVersion(1, 30, 0),
      "apiserver",
      "k8s.io/kubernetes/cmd/kube-controller-manager",
      false),
  KUBECTL(
      "kubectl", new ProgramVersion(1, 30, 0), "apiserver", "k8s.io/kubernetes/cmd/kubectl", false),
  /** Installs the charts; 3.17 is the first that takes over what kubectl has applied. */
  HELM("helm", new ProgramVersion(3, 17, 0), "helm", "helm.sh/helm/v4/cmd/helm", false),
  /** Checks the rules of alerts, and what a worker exports. */
  PROMTOOL(
      "promtool",
      new ProgramVersion(3, 0, 0),
      "promtool",
      "github.com/prometheus/prometheus/cmd/promtool",
      false),
  /** 1.4 brings server 1.28, where an update with start needs no switch. */
  TEMPORAL(
      "temporal",
      new ProgramVersion(1, 4, 0),
      "temporal",
      "github.com/temporalio/cli/cmd/temporal",
      true);

  private final String file;
  private final ProgramVersion floor;
  private final String module;
  private final String goPackage;
  private final boolean required;

  Program(String file, ProgramVersion floor, String module, String goPackage, boolean required) {
    this.file = file;
    this.floor = floor;
    this.module = module;
    this.goPackage = goPackage;
    this.required = required;
  }

  /** Returns the name of its file, which also names it in messages. */
  public String file() {
    return file;
  }

  ProgramVersion floor() {
    return floor;
  }

  /** Returns the folder of its Go module below {@code deploy/devservers}. */
  String module() {
    return module;
  }

  String goPackage() {
    return goPackage;
  }

  /** Returns false if the servers start without it, with less to offer. */
  boolean required() {
    return required;
  }

  /** Returns false for what runs only when it is called. */
  boolean server() {
    return this != KUBECTL && this != HELM && this != PROMTOOL;
  }

  /** Returns tags of the build; promtool goes without the clients of clouds, half of its size. */
  List<String> buildTags() {
    return this == PROMTOOL ? List.of("-tags", "remove_all_sd") : List.of();
  }

  List<String> versionArguments() {
    return switch (this) {
      case KUBECTL -> List.of("version", "--client");
      case HELM -> List.of("version", "--short");
      default -> List.of("--version");
    };
  }

  /** Answers for a program of which a server was asked for. */
  IllegalArgumentException noServer() {
    return new IllegalArgumentException(file + " is no server");
  }

  @Override
  public String toString() {
    return file;
  }
}
