# In place of conda's activation: the environment of the instance comes first on PATH.
export PATH="/opt/miniconda3/envs/testbed/bin:$PATH"
conda() { :; }
