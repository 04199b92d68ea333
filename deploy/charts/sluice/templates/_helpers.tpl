{{/* The name of all objects. */}}
{{- define "sluice.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains "sluice" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-sluice" (.Release.Name | trunc 33 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* The name of objects that belong to no namespace. */}}
{{- define "sluice.clusterName" -}}
{{- $name := include "sluice.name" . -}}
{{- if or (eq .Release.Namespace "sluice-system") (eq .Release.Namespace $name) -}}
{{- $name -}}
{{- else -}}
{{- printf "%s-%s" $name (.Release.Namespace | trunc 40 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* What Services and Deployments find the pods by. */}}
{{- define "sluice.selector" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sluice.labels" -}}
{{ include "sluice.selector" . }}
app.kubernetes.io/part-of: sluice
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "sluice.worker" -}}
app.kubernetes.io/component: worker
{{- end -}}

{{- define "sluice.dashboard" -}}
app.kubernetes.io/component: dashboard
{{- end -}}

{{/* Rules of egress that every process needs. */}}
{{- define "sluice.egressToApiServer" -}}
# Names.
- ports:
    - {protocol: UDP, port: 53}
    - {protocol: TCP, port: 53}
# The API server.
- ports:
    {{- range .Values.networkPolicy.apiServerPorts }}
    - {protocol: TCP, port: {{ . }}}
    {{- end }}
  {{- with .Values.networkPolicy.apiServerCidrs }}
  to:
    {{- range . }}
    - ipBlock: {cidr: {{ . | quote }}}
    {{- end }}
  {{- end }}
{{- end -}}

{{- define "sluice.devServer" -}}
app.kubernetes.io/component: temporal-dev-server
{{- end -}}

{{- define "sluice.serviceAccount" -}}
{{- if .Values.serviceAccount.name -}}
{{- .Values.serviceAccount.name -}}
{{- else if .Values.serviceAccount.create -}}
{{- include "sluice.name" . -}}
{{- else -}}
{{- fail "Cannot name the ServiceAccount: serviceAccount.create is false and serviceAccount.name is empty. Set one of them." -}}
{{- end -}}
{{- end -}}

{{/* Host and port of Temporal's frontend. */}}
{{- define "sluice.temporal" -}}
{{- if .Values.temporal.devServer.enabled -}}
  {{- if .Values.temporal.address -}}
    {{- fail "Cannot choose a Temporal server: temporal.address and temporal.devServer.enabled are both set. Unset one of them." -}}
  {{- end -}}
{{- printf "%s-temporal.%s.svc:7233" (include "sluice.name" .) .Release.Namespace -}}
{{- else -}}
{{- required "Cannot run without Temporal: temporal.address is empty. Set it to HOST:PORT, or, to try Sluice, temporal.devServer.enabled to true." .Values.temporal.address -}}
{{- end -}}
{{- end -}}

{{/* Whether the connection with Temporal uses what temporal.tls names: "true" or nothing. */}}
{{- define "sluice.temporalTls" -}}
{{- with .Values.temporal.tls -}}
{{- if .enabled -}}true{{- else -}}
{{- range $name := list "secretName" "serverName" -}}
{{- if index $.Values.temporal.tls $name -}}
{{- fail (printf "Cannot use temporal.tls.%s: temporal.tls.enabled is false, so that it would have no effect. Set temporal.tls.enabled to true, or leave temporal.tls.%s out." $name $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "sluice.temporalPort" -}}
{{- regexFind "[0-9]+$" (include "sluice.temporal" .) -}}
{{- end -}}

{{/* Binds a role of this release to the ServiceAccount. */}}
{{- define "sluice.subjects" -}}
- kind: ServiceAccount
  name: {{ include "sluice.serviceAccount" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* The image of the process. */}}
{{- define "sluice.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* Whether the gate comes with this release: "true" or nothing. Rendered without a server no kind is known, and the chart asks for one that serves this. */}}
{{- define "sluice.gate" -}}
{{- $asked := eq (toString .Values.gate.enabled) "true" -}}
{{- $beside := eq .Values.mode "Beside" -}}
{{- $kinds := .Capabilities.APIVersions -}}
{{- $served := or ($kinds.Has "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy") (not ($kinds.Has "v1/Namespace")) -}}
{{- if and $asked (not $beside) -}}
{{- fail "Cannot install the gate: in mode Standalone Sluice writes the replicas itself, and stages without it. Set gate.enabled to Auto, or mode to Beside." -}}
{{- end -}}
{{- if and $asked (not $served) -}}
{{- fail "Cannot install the gate: the API server serves no ValidatingAdmissionPolicy of admissionregistration.k8s.io/v1, as Kubernetes 1.30 and later do. Upgrade it, or set gate.enabled to Auto." -}}
{{- end -}}
{{- if and $beside $served (ne (toString .Values.gate.enabled) "false") -}}true{{- end -}}
{{- end -}}

{{/* The admission policies of .text, and their bindings: .name takes the place of sluice in their names. */}}
{{- define "sluice.admission" -}}
{{- $context := . -}}
{{- range $text := regexSplit "(?m)^---$" .text -1 }}
{{- $object := fromYaml $text }}
{{- $name := printf "%s%s" $context.name (trimPrefix "sluice" $object.metadata.name) }}
---
apiVersion: {{ $object.apiVersion }}
kind: {{ $object.kind }}
metadata:
  name: {{ $name }}
  labels:
    {{- include "sluice.labels" $context.root | nindent 4 }}
  {{- with $context.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if $object.spec.policyName }}
  {{- $_ := set $object.spec "policyName" $name }}
  {{- end }}
  {{- toYaml $object.spec | nindent 2 }}
{{- end }}
{{- end -}}
