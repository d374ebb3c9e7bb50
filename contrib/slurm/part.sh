#!/usr/bin/env bash
# One part of a batch, as an element of a Slurm job array; contrib/slurm/submit.sh submits them all.
#
#   sbatch --array=1-8 contrib/slurm/part.sh FOLDER|LIST OUT [options of umpteen batch]
#
# A part that was cancelled, preempted or requeued goes on where it was. To submit some parts only, say how many there are:
#   PARTS=8 sbatch --array=3,5 contrib/slurm/part.sh ...
#SBATCH --job-name=umpteen
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
source=$1 out=$2
shift 2
parts=${PARTS:-$SLURM_ARRAY_TASK_MAX}
exec "${UMPTEEN:-umpteen}" batch "$source" -o "$out/part-$SLURM_ARRAY_TASK_ID" --shard "$SLURM_ARRAY_TASK_ID/$parts" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@"
